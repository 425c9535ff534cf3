import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { DataFolderBusyError } from '#server/db/lock.ts'
import { readEnv } from '#server/env.ts'
import { erasePerson, PersonBusyError } from '#server/person/erase.ts'
import { exportPerson } from '#server/person/export.ts'
import { keptSecret } from '#server/secret.ts'
import { plainStartError } from '#server/start-error.ts'
import type { Command, Surroundings } from './command.ts'
import { openShop } from './open-shop.ts'

const USAGE = 'Usage: npm run shop -- person export|erase EMAIL [--yes]'
const HELP = `${USAGE}

Answers a person's questions about their data, by the e-mail address they used.

  person export EMAIL        prints everything the shop holds about them, as JSON
  person erase EMAIL --yes   forgets them: account, sessions, codes, mails, stock alerts and reviews go; orders keep what
                             was sold for how much, and lose name, address, phone and e-mail. It cannot be undone.

Make sure first that whoever asks can read that mailbox. While an order waits for its payment, or money for its return,
nothing is erased. What is kept outside the shop, by the payment provider, the courier or in mailboxes, is not reached.

With the embedded database stop the shop first; with DATABASE_URL it may run.`

export const personCommand: Command = {
  name: 'person',
  usage: 'export|erase EMAIL [--yes]',
  summary: "Prints, or erases, a person's data.",
  help: HELP,
  run: async (args, surroundings) => {
    const { complain } = surroundings.output
    const wanted = readArguments(args)
    if (typeof wanted === 'string') {
      complain(`${wanted}\n${USAGE}`)
      return 2
    }
    try {
      return await (wanted.action === 'export' ? tell : erase)(wanted, surroundings)
    } catch (error) {
      const sentence = plainPersonError(error)
      if (sentence === undefined) throw error
      complain(sentence)
      return 1
    }
  },
}

type Wanted = { action: 'export' | 'erase'; email: string; yes: boolean }

function readArguments(args: string[]): Wanted | string {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { yes: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [action, email, ...more] = positionals
    if (action !== 'export' && action !== 'erase') return 'What is to be done, export or erase?'
    if (email === undefined || more.length > 0) return 'Of which one e-mail address?'
    return { action, email: email.trim().toLowerCase(), yes: values.yes }
  } catch (error) {
    if (error instanceof TypeError) return error.message
    throw error
  }
}

async function tell({ email }: Wanted, { output, env }: Surroundings): Promise<number> {
  const { connection } = await openShop(env)
  try {
    const held = await exportPerson(connection.db, email, new Date())
    if (held === undefined) {
      output.complain(`The shop holds nothing about ${email}.`)
      return 1
    }
    output.say(JSON.stringify(held, null, 2))
    return 0
  } finally {
    await connection.close()
  }
}

async function erase({ email, yes }: Wanted, { output, env }: Surroundings): Promise<number> {
  if (!yes) {
    output.complain(`This forgets ${email} for good. Nothing was changed; add --yes to do it.`)
    return 1
  }
  const { connection } = await openShop(env)
  try {
    const { db } = connection
    const appSecret = readEnv(env).appSecret ?? (await keptSecret(db, 'app_secret'))
    const erased = await erasePerson(db, email, { appSecret, actor: userInfo().username, now: new Date() })
    output.say(
      `Erased: accounts ${erased.accounts}, reviews ${erased.reviews}, mails ${erased.mails}, stock alerts ${erased.stockAlerts}; orders blanked: ${erased.orders}.`,
    )
    return 0
  } finally {
    await connection.close()
  }
}

function plainPersonError(error: unknown): string | undefined {
  if (error instanceof PersonBusyError) return `${error.message} Nothing was changed.`
  if (error instanceof DataFolderBusyError) {
    return 'The shop is running, and its embedded database takes one program at a time. Stop the shop (Ctrl-C where it runs), then try again.'
  }
  return plainStartError(error)
}
