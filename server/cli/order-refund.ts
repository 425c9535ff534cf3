import type { Command } from '@commander-js/extra-typings'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import type { Database } from '#server/db/connection.ts'
import type { Pieces } from '#server/payment/refund/measure-refund.ts'
import { planRefund, readRefunds } from '#server/payment/refund/plan-refund.ts'
import { refundOrder } from '#server/payment/refund/refund-order.ts'
import { Refusal } from '#server/refusal.ts'
import { lineName } from '#shared/choice-words.ts'
import { formatKobo } from '#shared/naira.ts'
import { orderNumber } from '#shared/order-number.ts'
import { REASON_RULE, readNaira, readReason } from './arguments.ts'
import type { Context } from './command.ts'
import { getNamedOrder } from './named-item.ts'
import { plainText } from './table.ts'

/** A line by its place in the list, from 1; all that can still be refunded of it if no quantity is given. */
type NamedLine = { place: number; quantity: number | undefined }

function readLine(text: string, before: readonly NamedLine[] = []): readonly NamedLine[] {
  const [, place, quantity] = /^([1-9]\d?)(?::([1-9]\d?))?$/.exec(text) ?? []
  if (place === undefined)
    throw new InvalidArgumentError('It must be a line, such as 2, or a line and its pieces, such as 2:1.')
  return [
    ...before,
    { place: Number(place), quantity: quantity === undefined ? undefined : Number(quantity) },
  ]
}

/** Returns money of an order: all that is left, an amount, or what pieces cost. */
export function addOrderRefund(orders: Command, { output, actor, withShop, fail }: Context): void {
  const { say, complain } = output
  orders
    .command('refund')
    .description('Returns the money.')
    .argument('<order>', 'its number, id or payment reference')
    .requiredOption('--reason <text>', REASON_RULE, readReason)
    .option('--amount <naira>', 'a part; without it what the lines cost, or all that is left', readNaira)
    .option(
      '--line <n[:pieces]>',
      'what it is for, as "orders show" numbers the lines; may be repeated',
      readLine,
    )
    .option('--restock', 'the pieces of the lines are on sale again')
    .option('--yes', 'do it; without it, only say what would be done')
    .action((name, { reason, amount, line = [], restock: isRestocked = false, yes }) =>
      withShop(async (shop) => {
        const { db } = shop.connection
        const orderId = await getNamedOrder(db, name)
        const dependencies = await shop.dependencies()
        const { pieces, words } = await findPieces(db, orderId, line)
        const wanted = { orderId, amount, pieces, isRestocked }
        const again = isRestocked ? ' The pieces are on sale again.' : ''
        if (!yes) {
          const plan = await planRefund(dependencies, wanted)
          const before =
            plan.returned === 0 ? '' : `, of which ${formatKobo(plan.returned)} is returned already,`
          complain(
            `This returns ${formatKobo(plan.amount)} of ${formatKobo(plan.paid)}${before} for ${words}order #${orderNumber(orderId)} to the payer.${again} Nothing was changed; add --yes to do it.`,
          )
          return fail()
        }
        const made = await refundOrder(dependencies, { ...wanted, reason, actor: actor() })
        say(`${formatKobo(made.amount)} of order #${orderNumber(orderId)}: ${REFUND_SAYS[made.state]}`)
        say(`${buyerHears(made)}${again || ' Add goods that are returned with "stock receive".'}`)
        if (made.state === 'failed') fail()
      }),
    )
}

async function findPieces(
  db: Database,
  orderId: string,
  named: readonly NamedLine[],
): Promise<{ pieces: Pieces[]; words: string }> {
  if (named.length === 0) return { pieces: [], words: '' }
  const { lines } = await readRefunds(db, orderId)
  const found = named.map(({ place, quantity }) => {
    const line = lines[place - 1]
    if (line === undefined)
      throw new Refusal(`The order has no line ${place}: "orders show" numbers them. Nothing was changed.`)
    return { line, quantity: quantity ?? line.quantity - line.refunded }
  })
  return {
    pieces: found.map(({ line: { position }, quantity }) => ({ position, quantity })),
    words: `${found.map(({ line, quantity }) => `${quantity} × ${plainText(lineName(line))}`).join(', ')} of `,
  }
}

function buyerHears({ isBuyerTold, state }: Awaited<ReturnType<typeof refundOrder>>): string {
  if (!isBuyerTold) return 'The buyer was erased, so nobody is informed.'
  // The mail was queued together with the refund, before the provider was asked for it.
  if (state === 'failed') return 'The buyer is informed by mail all the same that the money is on its way.'
  return 'The buyer is informed by mail.'
}

const REFUND_SAYS = {
  requested: 'recorded; the shop sends the refund as soon as the provider can be reached.',
  sent: 'on its way; the provider has accepted the refund.',
  done: 'returned.',
  failed:
    'the provider refused the refund. Return the money in its dashboard, then close the issue with "orders resolve".',
}
