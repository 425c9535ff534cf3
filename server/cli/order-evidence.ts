import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { writeEvidence } from '#server/dispute/evidence.ts'
import { orderNumber } from '#shared/order-number.ts'
import type { Context } from './command.ts'
import { getNamedOrder } from './named-item.ts'

/** What a bank asks for when a payment is disputed, as a file. */
export function addOrderEvidence(orders: Command, { output: { say }, actor, cwd, withShop }: Context): void {
  orders
    .command('evidence')
    .description('Writes all that shows that an order was paid, sent and has arrived, as one PDF.')
    .argument('<order>', 'its number, id or payment reference')
    .argument('<file>', 'where to write it')
    .action((name, file) =>
      withShop(async ({ connection: { db }, now }) => {
        const orderId = await getNamedOrder(db, name)
        const pdf = await writeEvidence(db, { orderId, actor: actor() }, now())
        await writeFile(resolve(cwd, file), pdf, { mode: 0o600 })
        say(`Evidence for order #${orderNumber(orderId)} is in ${file}. It names the buyer.`)
      }),
    )
}
