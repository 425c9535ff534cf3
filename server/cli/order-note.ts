import type { Command } from '@commander-js/extra-typings'
import { writeNote } from '#server/order/note/note.ts'
import { noteText } from '#shared/contract/admin/order-note.ts'
import { orderNumber } from '#shared/order-number.ts'
import { readAs } from './arguments.ts'
import type { Context } from './command.ts'
import { getNamedOrder } from './named-item.ts'

/** Writes something down about an order, for staff. */
export function addOrderNote(orders: Command, { output: { say }, actor, act }: Context): void {
  orders
    .command('note')
    .description('Writes something down about an order, for staff.')
    .argument('<order>', 'its number, id or payment reference')
    .argument('<text>', 'what staff should know', readAs(noteText))
    .action((name, text) =>
      act(async (tx, { now }) => {
        const orderId = await getNamedOrder(tx, name)
        await writeNote(tx, { orderId, text, actor: actor() }, now())
        say(`The note is at order #${orderNumber(orderId)}.`)
      }),
    )
}
