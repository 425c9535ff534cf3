import { erasePerson } from '#server/person/erase.ts'
import { exportPerson } from '#server/person/export.ts'
import { Refusal } from '#server/refusal.ts'
import { readArguments, UsageError } from './arguments.ts'
import type { Command, Surroundings } from './command.ts'
import { withShop } from './with-shop.ts'

const USAGE = 'Usage: npm run shop -- person export|erase EMAIL [--yes]'
const HELP = `${USAGE}

Answers a person's questions about their data, by the e-mail address they used.

  person export EMAIL        prints everything the shop holds about them, as JSON
  person erase EMAIL --yes   forgets them: account, sessions, codes, mails, stock alerts and reviews go; orders keep what
                             was sold for how much, and lose name, address, phone and e-mail. It cannot be undone.

Make sure first that whoever asks can read that mailbox. While an order waits for its payment, or money for its return,
nothing is erased. What somebody forgotten still pays for an old order goes back to them. What is kept outside the shop,
by the payment provider, the courier or in mailboxes, is not reached.

The shop may be open.`

export const personCommand: Command = {
  name: 'person',
  usage: 'export|erase EMAIL [--yes]',
  summary: "Prints, or erases, a person's data.",
  help: HELP,
  run: (args, surroundings) => {
    const { values, positionals } = readArguments(args, { yes: { type: 'boolean', default: false } })
    const [action, address, ...more] = positionals
    if (action !== 'export' && action !== 'erase')
      throw new UsageError('What is to be done, export or erase?')
    if (address === undefined || more.length > 0) throw new UsageError('Of which one e-mail address?')
    const email = address.trim().toLowerCase()
    if (action === 'export') return tell(email, surroundings)
    if (!values.yes)
      throw new Refusal(`This forgets ${email} for good. Nothing was changed; add --yes to do it.`)
    return erase(email, surroundings)
  },
}

function tell(email: string, surroundings: Surroundings): Promise<number> {
  return withShop(surroundings, async ({ connection, now }, { say }) => {
    const held = await exportPerson(connection.db, email, now())
    if (held === undefined) throw new Refusal(`The shop holds nothing about ${email}.`)
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
