import { InvalidArgumentError } from '@commander-js/extra-typings'
import { nothingHeld } from '#server/person/belongings.ts'
import { erasePerson } from '#server/person/erase.ts'
import { exportPerson } from '#server/person/export.ts'
import { Refusal } from '#server/refusal.ts'
import { readAddress } from './arguments.ts'
import { type AddCommand, unlessError } from './command.ts'

const RULES = `  export EMAIL        prints everything the shop holds about them, as JSON. Into a file:
                      npm run -s shop -- person export EMAIL > FILE
  erase EMAIL --yes   deletes their account, sessions, codes, mails, stock alerts and reviews; orders keep the
                      goods and amounts, and lose name, address, phone and e-mail. It cannot be undone.

First make sure that the person asking can read that mailbox. Nothing is erased while one of their orders awaits payment
or a refund, or has an open issue about a failed refund or a payment that does not match ("orders issues"). A later
payment for an old order of an erased person is refunded. Data outside the shop, held by the payment provider, the
courier or in mailboxes, is not affected.

The shop may stay open.`

/** An incomplete address would find other people's data. */
const AN_ADDRESS = /^[^\s@]+@[^\s@]+$/

function readEmail(text: string): string {
  const email = readAddress(text)
  if (!AN_ADDRESS.test(email)) throw new InvalidArgumentError('Name one e-mail address.')
  return email
}

export const addPerson: AddCommand = (program, { output: { say }, actor, withShop }) => {
  const person = program
    .command('person')
    .description('Prints or erases what the shop holds about a person.')
    .addHelpText('after', unlessError(RULES))
  person
    .command('export')
    .description('Prints everything the shop holds about a person, as JSON.')
    .argument('<email>', 'their e-mail address', readEmail)
    .action((email) =>
      withShop(async ({ connection, now }) => {
        const held = await exportPerson(connection.db, email, now())
        if (held === undefined) throw nothingHeld(email)
        say(JSON.stringify(held, null, 2))
      }),
    )
  person
    .command('erase')
    .description("Erases a person's data.")
    .argument('<email>', 'their e-mail address', readEmail)
    .option('--yes', 'do it: it cannot be undone')
    .action(async (email, { yes }) => {
      if (!yes)
        throw new Refusal(`This permanently erases ${email}. Nothing was changed; add --yes to do it.`)
      await withShop(async ({ connection: { db }, settings, now }) => {
        const { appSecret } = await settings()
        const erased = await erasePerson(db, email, { appSecret, actor: actor(), now: now() })
        say(
          `Erased: accounts ${erased.accounts}, reviews ${erased.reviews}, mails ${erased.mails}, stock alerts ${erased.stockAlerts}; orders blanked: ${erased.orders}.`,
        )
      })
    })
}
