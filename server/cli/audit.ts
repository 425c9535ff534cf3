import { listActs } from '#server/audit/store.ts'
import { readArguments, readSince, readWhole } from './arguments.ts'
import type { Command } from './command.ts'
import { plainText, tableLines, timeText } from './table.ts'
import { withShop } from './with-shop.ts'

const LINES_SHOWN = 50

const HELP = `Usage: npm run shop -- audit [--since 7d|12h|2026-11-20] [--limit N] [--json]

What was done by command, newest first (${LINES_SHOWN} lines unless told): when, by whom, what, to what, and how it was before and
after. It is written in the same transaction as the change itself, and the database refuses to change or delete it.`

export const auditCommand: Command = {
  name: 'audit',
  usage: '[--since …] [--limit N]',
  summary: 'Who did what by command, newest first.',
  help: HELP,
  run: (args, surroundings) => {
    const { values } = readArguments(args, {
      since: { type: 'string' },
      limit: { type: 'string', default: String(LINES_SHOWN) },
      json: { type: 'boolean', default: false },
    })
    const limit = readWhole(values.limit, '--limit', 1)
    return withShop(surroundings, async ({ connection, now }, { say }) => {
      const acts = await listActs(connection.db, { since: readSince(values.since, now()), limit })
      if (values.json) {
        say(JSON.stringify(acts, null, 2))
        return 0
      }
      const rows = acts.map((act) => [
        timeText(act.createdAt),
        plainText(act.actor ?? '?'),
        act.action,
        plainText(act.subject),
        plainText(JSON.stringify(act.details)),
      ])
      for (const line of tableLines(['When (Lagos)', 'Who', 'What', 'To', 'Details'], rows)) say(line)
      return 0
    })
  },
}
