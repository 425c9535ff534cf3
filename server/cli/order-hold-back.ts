import type { Command } from '@commander-js/extra-typings'
import { transact } from '#server/db/retry.ts'
import { holdBack } from '#server/order/hold-back.ts'
import { orderNumber } from '#shared/order-number.ts'
import { REASON_RULE, readReason } from './arguments.ts'
import type { Context } from './command.ts'
import { getNamedOrder } from './named-item.ts'

/** Keeps an order from being packed, and lets it go. */
export function addOrderHoldBack(orders: Command, { output: { say }, actor, withShop }: Context): void {
  const change = (name: string, reason: string | null, became: string) =>
    withShop(async ({ connection: { db }, now }) => {
      const orderId = await getNamedOrder(db, name)
      await transact(db, (tx) => holdBack(tx, { orderId, reason, actor: actor() }, now()))
      say(`Order #${orderNumber(orderId)} ${became}`)
    })
  orders
    .command('hold-back')
    .description('Keeps a paid order from being packed until "let-go".')
    .argument('<order>', 'its number, id or payment reference')
    .requiredOption('--reason <text>', REASON_RULE, readReason)
    .action((name, { reason }) => change(name, reason, 'is held back: nobody packs it until it is let go.'))
  orders
    .command('let-go')
    .description('Lets an order be packed that was held back.')
    .argument('<order>', 'its number, id or payment reference')
    .action((name) => change(name, null, 'can be packed.'))
}
