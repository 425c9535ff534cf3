import type { Command } from '@commander-js/extra-typings'
import { promiseAnew } from '#server/parcel/late.ts'
import { listLateOrders } from '#server/parcel/late-store.ts'
import { Refusal } from '#server/refusal.ts'
import { dayText } from '#shared/delivery.ts'
import { orderNumber } from '#shared/order-number.ts'
import type { Context } from './command.ts'
import { getNamedOrder } from './named-item.ts'
import { plainText } from './table.ts'

/** What was not sent by the promised day, and the mail that promises a new one. */
export function addOrderLate(
  orders: Command,
  { output: { say }, act, actor, withShop, fail }: Context,
): void {
  orders
    .command('late')
    .description('Lists paid orders that were not sent by the promised day.')
    .action(() =>
      withShop(async ({ connection: { db }, now }) => {
        const late = await listLateOrders(db, now())
        for (const { order, promised } of late)
          say(
            `#${orderNumber(order.id)} should have gone out ${dayText(promised)}: ${plainText(order.shippingPlace)}`,
          )
        if (late.length > 0) fail()
        else say('Nothing is late.')
      }),
    )
  orders
    .command('promise')
    .description('Mails the buyer of a late order a new date.')
    .argument('<order>', 'its number, id or payment reference')
    .action((name) =>
      act(async (tx, dependencies) => {
        const orderId = await getNamedOrder(tx, name)
        const late = await listLateOrders(tx, dependencies.now())
        const missed = late.find(({ order }) => order.id === orderId)?.promised
        if (missed === undefined) throw new Refusal(`Order #${orderNumber(orderId)} is not late.`)
        await promiseAnew(tx, dependencies, { actor: actor() }, { orderId, missed })
        say(`The buyer of order #${orderNumber(orderId)} is mailed a new date.`)
      }),
    )
}
