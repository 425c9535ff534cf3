import { InvalidArgumentError } from '@commander-js/extra-typings'
import { changeAlertSettings } from '#server/alert/settings.ts'
import { readAlertSettings } from '#server/alert/settings-store.ts'
import { transact } from '#server/db/retry.ts'
import { type AlertSettings, ORDER_ALERTS } from '#shared/contract/admin/alert.ts'
import { readAddress } from './arguments.ts'
import { type AddCommand, unlessError } from './command.ts'

const RULES = `The owner is told by mail of each paid order (or each morning of the day before: --orders daily, or not: off), of a
dispute, of a mail that was given up, and of a best seller that is gone. Without an address, every owner is.`

function readOrders(text: string): AlertSettings['orders'] {
  const orders = ORDER_ALERTS.find((each) => each === text.trim().toLowerCase())
  if (orders === undefined) throw new InvalidArgumentError(`It must be one of: ${ORDER_ALERTS.join(', ')}.`)
  return orders
}

export const addAlerts: AddCommand = (program, { output: { say }, actor, withShop }) => {
  const show = ({ email, orders }: AlertSettings) => {
    say(`Alerts go to ${email ?? 'every owner'}.`)
    say(`Paid orders: ${orders === 'each' ? 'a mail each' : orders}.`)
  }
  program
    .command('alerts')
    .description('Shows or changes what the owner is told by mail, and where.')
    .option('--email <address>', 'where alerts go', readAddress)
    .option('--owners', 'to every owner')
    .option('--orders <how>', ORDER_ALERTS.join(', '), readOrders)
    .addHelpText('after', unlessError(RULES))
    .action(({ email, owners, orders }) => {
      if (owners && email !== undefined)
        throw new InvalidArgumentError('Either --email or --owners, not both.')
      return withShop(async ({ connection: { db }, now }) => {
        const changed = await transact(db, async (tx) => {
          const shown = await readAlertSettings(tx)
          const wanted = {
            email: owners ? null : (email ?? shown.email),
            orders: orders ?? shown.orders,
          }
          return changeAlertSettings(tx, { actor: actor() }, { shown, wanted }, now())
        })
        show(changed)
      })
    })
}
