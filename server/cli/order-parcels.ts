import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { changeSetting } from '#server/audit/owner-setting.ts'
import type { Database } from '#server/db/rows.ts'
import { listParcelsOf, type Parcel } from '#server/order/parcel-list-store.ts'
import { correctParcel } from '#server/parcel/correct.ts'
import { PARCEL_MAILS } from '#server/parcel/mail-setting.ts'
import { deliverParcel, returnParcel, sendParcel, undoParcel } from '#server/parcel/move.ts'
import { packOrder } from '#server/parcel/pack.ts'
import { Refusal } from '#server/refusal.ts'
import { correctForm, sendForm } from '#shared/contract/admin/parcel.ts'
import { COURIERS, courierName } from '#shared/courier.ts'
import { countPieces } from '#shared/item-count.ts'
import { orderNumber } from '#shared/order-number.ts'
import type { ParcelState } from '#shared/parcel.ts'
import { parseOrRefuse, readWhole } from './arguments.ts'
import type { Context } from './command.ts'
import { getNamedOrder } from './named-item.ts'
import { counted, plainText } from './table.ts'

export const PARCEL_RULES = `
  pack       packs all that is left of a paid order into one parcel, or what --line says: --line 2=1 is one piece of its
             second line; may be repeated.
  send       says who brings a packed parcel; the buyer is mailed. Couriers: ${COURIERS.map(({ id }) => id).join(', ')}, or another's name.
  correct    corrects the courier, the number or the rider's phone of a parcel on its way; the buyer is mailed again if
             what was wrong may have gone out.
  deliver, return
             say that a parcel has arrived, or came back. What came back may be packed again.
  undo       takes a parcel's last step back, until its mail has gone out.
             These five take --parcel N where an order has several. --anyway packs or sends what is refunded or disputed.
  mails      --packed on|off: whether buyers are mailed already when a parcel is packed; --late on|off: whether buyers of
             late orders are mailed a new date by itself; --wait SECONDS: how long a mail about a parcel waits, in which a
             step can be undone.`

const OPTION_MAX_S = 3_600

function readLine(text: string, before: readonly { position: number; quantity: number }[] = []) {
  const [, line, quantity] = /^(\d{1,3})=(\d{1,3})$/.exec(text.trim()) ?? []
  if (line === undefined || Number(line) < 1 || Number(quantity) < 1)
    throw new InvalidArgumentError('It must be the number of a line and of its pieces, such as 2=1.')
  return [...before, { position: Number(line) - 1, quantity: Number(quantity) }]
}

function readSwitch(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('It must be on or off.')
  return text === 'on'
}

/** What the admin does with parcels, by the same functions. */
export function addOrderParcels(orders: Command, { output: { say }, act, actor }: Context): void {
  const by = () => ({ actor: actor() })

  orders
    .command('pack')
    .description('Packs a parcel.')
    .argument('<order>', 'its number, id or payment reference')
    .option('--line <n=pieces>', 'only these pieces', (text, before?: ReturnType<typeof readLine>) =>
      readLine(text, before),
    )
    .option('--exchange <n>', 'what the buyer gets in this exchange', readWhole('--exchange', 1))
    .option('--anyway', 'although it is refunded or disputed')
    .action((name, { line: lines, exchange, anyway }) =>
      act(async (tx, dependencies) => {
        const orderId = await getNamedOrder(tx, name)
        const id = await packOrder(tx, dependencies, by(), { orderId, lines, exchange, anyway })
        const parcel = (await listParcelsOf(tx, orderId)).find((each) => each.id === id)
        const pieces = countPieces(parcel?.lines ?? [])
        say(
          `Parcel ${parcel?.number} of order #${orderNumber(orderId)} is packed: ${counted(pieces, 'piece')}.`,
        )
      }),
    )
  orders
    .command('send')
    .description('Says who brings a packed parcel.')
    .argument('<order>', 'its number, id or payment reference')
    .requiredOption('--courier <name>', `${COURIERS.map(({ id }) => id).join(', ')}, or another's name`)
    .option('--tracking <number>', "the courier's number, or a link", '')
    .option('--rider <phone>', "the rider's phone number, which the buyer is told", '')
    .option('--parcel <n>', 'which one', readWhole('--parcel', 1))
    .option('--anyway', 'although it is refunded or disputed')
    .action((name, { courier, tracking, rider, parcel: number, anyway }) =>
      act(async (tx, dependencies) => {
        const form = parseOrRefuse(sendForm, { courier, tracking, riderPhone: rider, anyway })
        const parcel = await getParcel(tx, name, number, ['packed'])
        await sendParcel(tx, dependencies, by(), { parcelId: parcel.id, ...form })
        say(`${labelOf(parcel)} is sent, by ${plainText(courierName(courier))}. The buyer is mailed.`)
      }),
    )
  orders
    .command('correct')
    .description('Corrects who brings a parcel that was sent, and its number.')
    .argument('<order>', 'its number, id or payment reference')
    .option('--courier <name>', `${COURIERS.map(({ id }) => id).join(', ')}, or another's name`)
    .option('--tracking <number>', "the courier's number, or a link")
    .option('--rider <phone>', "the rider's phone number")
    .option('--parcel <n>', 'which one', readWhole('--parcel', 1))
    .action((name, { courier, tracking, rider, parcel: number }) =>
      act(async (tx, dependencies) => {
        const parcel = await getParcel(tx, name, number, ['sent'])
        const form = parseOrRefuse(correctForm, {
          courier: courier ?? parcel.courier ?? '',
          tracking: tracking ?? parcel.tracking,
          riderPhone: rider ?? parcel.riderPhone,
        })
        await correctParcel(tx, dependencies, by(), { parcelId: parcel.id, ...form })
        say(`${labelOf(parcel)} is brought by ${plainText(courierName(form.courier))}, as corrected.`)
      }),
    )
  const steps = [
    { verb: 'deliver', from: ['sent'], run: deliverParcel, says: 'has arrived. The buyer is mailed.' },
    { verb: 'return', from: ['sent', 'delivered'], run: returnParcel, says: 'came back.' },
  ] as const
  for (const { verb, from, run, says } of steps)
    orders
      .command(verb)
      .description(`Says that a parcel ${verb === 'deliver' ? 'has arrived' : 'came back'}.`)
      .argument('<order>', 'its number, id or payment reference')
      .option('--parcel <n>', 'which one', readWhole('--parcel', 1))
      .action((name, { parcel: number }) =>
        act(async (tx, dependencies) => {
          const parcel = await getParcel(tx, name, number, from)
          await run(tx, dependencies, by(), { parcelId: parcel.id })
          say(`${labelOf(parcel)} ${says}`)
        }),
      )
  orders
    .command('undo')
    .description("Takes a parcel's last step back, until its mail has gone out.")
    .argument('<order>', 'its number, id or payment reference')
    .option('--parcel <n>', 'which one', readWhole('--parcel', 1))
    .action((name, { parcel: number }) =>
      act(async (tx, dependencies) => {
        const parcel = await getParcel(tx, name, number, ['packed', 'sent', 'delivered', 'returned'])
        await undoParcel(tx, dependencies, by(), { parcelId: parcel.id, shown: parcel.state })
        say(`${labelOf(parcel)} is not ${parcel.state} any more.`)
      }),
    )
  orders
    .command('mails')
    .description('Shows or sets which mails about parcels go out, and how long they wait.')
    .option('--packed <on|off>', 'mail buyers already when a parcel is packed', readSwitch)
    .option('--late <on|off>', 'mail buyers of late orders a new date', readSwitch)
    .option('--wait <seconds>', 'so long a step can be undone', readWhole('--wait', 0, OPTION_MAX_S))
    .action(({ packed, late, wait }) =>
      act(async (tx, { now }) => {
        const wanted = {
          ...(packed === undefined ? {} : { packed }),
          ...(late === undefined ? {} : { late }),
          ...(wait === undefined ? {} : { undoForS: wait }),
        }
        const set = await changeSetting(tx, PARCEL_MAILS, by(), { wanted }, now())
        say(
          `Buyers are mailed when a parcel is ${set.packed ? 'packed, ' : ''}sent and delivered. Each mail waits ${counted(set.undoForS, 'second')}. Of a late order's new date they are mailed ${set.late ? 'by itself' : 'only on request'}.`,
        )
      }),
    )
}

const labelOf = ({ number, orderId }: Parcel) => `Parcel ${number} of order #${orderNumber(orderId)}`

/** The parcel of an order by its number; without one, the only one in a state that it can be moved from. */
async function getParcel(
  db: Database,
  name: string,
  number: number | undefined,
  from: readonly ParcelState[],
): Promise<Parcel> {
  const orderId = await getNamedOrder(db, name)
  const all = await listParcelsOf(db, orderId)
  const fitting = all.filter((each) =>
    number === undefined ? from.includes(each.state) : each.number === number,
  )
  const [found, ...others] = fitting
  const order = `Order #${orderNumber(orderId)}`
  if (found === undefined)
    throw new Refusal(
      number === undefined
        ? `${order} has no parcel that is ${from.join(' or ')}. Nothing was changed.`
        : `${order} has no parcel ${number}. Nothing was changed.`,
    )
  if (others.length > 0)
    throw new Refusal(
      `${order} has several: say which by --parcel (${fitting.map((each) => each.number).join(', ')}). Nothing was changed.`,
    )
  return found
}
