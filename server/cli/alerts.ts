import { InvalidArgumentError } from '@commander-js/extra-typings'
import { ALERT_SETTINGS } from '#server/alert/settings.ts'
import { changeSetting } from '#server/audit/owner-setting.ts'
import { transact } from '#server/db/retry.ts'
import { type AlertSettings, alertSettings, ORDER_ALERTS } from '#shared/contract/admin/alert.ts'
import { readAs, readOneOf } from './arguments.ts'
import { type AddCommand, unlessError } from './command.ts'

const RULES = `The owner is told by mail of each paid order (or each morning of the day before: --orders daily, or not: off), of a
dispute, of a mail that was given up, and of a best seller that is gone. Without an address, every owner is.`

export const addAlerts: AddCommand = (program, { output: { say }, actor, withShop }) => {
  const show = ({ email, orders }: AlertSettings) => {
    say(`Alerts go to ${email ?? 'every owner'}.`)
    say(`Paid orders: ${orders === 'each' ? 'a mail each' : orders}.`)
  }
  program
    .command('alerts')
    .description('Shows or changes what the owner is told by mail, and where.')
    .option('--email <address>', 'where alerts go', readAs(alertSettings.shape.email.unwrap()))
    .option('--owners', 'to every owner')
    .option('--orders <how>', ORDER_ALERTS.join(', '), readOneOf(ORDER_ALERTS))
    .addHelpText('after', unlessError(RULES))
    .action(({ email, owners, orders }) => {
      if (owners && email !== undefined)
        throw new InvalidArgumentError('Either --email or --owners, not both.')
      return withShop(async ({ connection: { db }, now }) => {
        const wanted = {
          ...(owners ? { email: null } : email === undefined ? {} : { email }),
          ...(orders === undefined ? {} : { orders }),
        }
        const changed = await transact(db, (tx) =>
          changeSetting(tx, ALERT_SETTINGS, { actor: actor() }, { wanted }, now()),
        )
        show(changed)
      })
    })
}
