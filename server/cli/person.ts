import { nothingHeld } from '#server/person/belongings.ts'
import { erasePerson } from '#server/person/erase.ts'
import { exportPerson } from '#server/person/export.ts'
import { Refusal } from '#server/refusal.ts'
import { readAddress, readArguments, UsageError } from './arguments.ts'
import type { Command, Surroundings } from './command.ts'
import { withShop } from './with-shop.ts'

const USAGE = 'Usage: npm run shop -- person export|erase EMAIL [--yes]'
const HELP = `${USAGE}

Handles requests about personal data, by the e-mail address that the person used.

  person export EMAIL        prints everything the shop holds about them, as JSON. Into a file:
                             npm run -s shop -- person export EMAIL > FILE
  person erase EMAIL --yes   deletes their account, sessions, codes, mails, stock alerts and reviews; orders keep the
                             goods and amounts, and lose name, address, phone and e-mail. It cannot be undone.

First make sure that the person asking can read that mailbox. Nothing is erased while one of their orders awaits payment
or a refund, or has an open case about a failed refund or a payment that does not match ("orders attention"). A later
payment for an old order of an erased person is refunded. Data outside the shop, held by the payment provider, the
courier or in mailboxes, is not affected.

The shop may stay open.`

/** An incomplete address would find other people's data. */
const AN_ADDRESS = /^[^\s@]+@[^\s@]+$/

export const personCommand: Command = {
  name: 'person',
  usage: 'export|erase EMAIL [--yes]',
  summary: "Prints or erases a person's data.",
  help: HELP,
  run: (args, surroundings) => {
    const { values, positionals } = readArguments(args, { yes: { type: 'boolean', default: false } })
    const [action, address, ...more] = positionals
    if (action !== 'export' && action !== 'erase') throw new UsageError('Choose an action: export or erase.')
    const email = readAddress(address ?? '')
    if (more.length > 0 || !AN_ADDRESS.test(email)) throw new UsageError('Name one e-mail address.')
    if (action === 'export') return tell(email, surroundings)
    if (!values.yes)
      throw new Refusal(`This permanently erases ${email}. Nothing was changed; add --yes to do it.`)
    return erase(email, surroundings)
  },
}

function tell(email: string, surroundings: Surroundings): Promise<number> {
  return withShop(surroundings, async ({ connection, now }, { say }) => {
    const held = await exportPerson(connection.db, email, now())
    if (held === undefined) throw nothingHeld(email)
    say(JSON.stringify(held, null, 2))
    return 0
  })
}

function erase(email: string, surroundings: Surroundings): Promise<number> {
  return withShop(surroundings, async (shop, output) => {
    const { appSecret } = await shop.settings()
    const { actor } = surroundings
    const erased = await erasePerson(shop.connection.db, email, { appSecret, actor, now: shop.now() })
    output.say(
      `Erased: accounts ${erased.accounts}, reviews ${erased.reviews}, mails ${erased.mails}, stock alerts ${erased.stockAlerts}; orders blanked: ${erased.orders}.`,
    )
    return 0
  })
}
