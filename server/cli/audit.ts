import { listActs, type RecordedAct } from '#server/audit/store.ts'
import { formatKobo } from '#shared/naira.ts'
import { readArguments, readSince, readWhole, refuseWords } from './arguments.ts'
import type { Command } from './command.ts'
import { plainText, tableLines, timeText } from './table.ts'
import { withShop } from './with-shop.ts'

const LINES_SHOWN = 50

const HELP = `Usage: npm run shop -- audit [--since 7d|12h|2026-11-20] [--limit N] [--json]

What was done by command, newest first (${LINES_SHOWN} entries by default): when, who, what, on what, and the values before and after.
Amounts are in naira; --json has them in kobo (run it as npm run -s shop -- audit --json, so that npm prints nothing else).
An entry is written in the same transaction as the change itself, and the database refuses to change or delete it.`

/** The keys of amounts in kobo, by action. */
const KOBO_KEYS: Record<string, readonly string[] | undefined> = { 'order.refund': ['paid', 'refunded'] }

function detailsText({ action, details }: RecordedAct): string {
  const koboKeys = KOBO_KEYS[action] ?? []
  return JSON.stringify(details, (key, value: unknown) =>
    koboKeys.includes(key) && typeof value === 'number' ? formatKobo(value) : value,
  )
}

export const auditCommand: Command = {
  name: 'audit',
  usage: '[--since …] [--limit N]',
  summary: 'Who did what by command, newest first.',
  help: HELP,
  run: (args, surroundings) => {
    const { values, positionals } = readArguments(args, {
      since: { type: 'string' },
      limit: { type: 'string', default: String(LINES_SHOWN) },
      json: { type: 'boolean', default: false },
    })
    refuseWords(positionals, 'audit')
    const limit = readWhole(values.limit, '--limit', 1)
    return withShop(surroundings, async ({ connection, now }, { say }) => {
      const acts = await listActs(connection.db, { since: readSince(values.since, now()), limit })
      if (values.json) {
        say(JSON.stringify(acts, null, 2))
        return 0
      }
      if (acts.length === 0) {
        say(values.since === undefined ? 'Nothing is recorded.' : 'Nothing is recorded since then.')
        return 0
      }
      const rows = acts.map((act) => [
        timeText(act.createdAt),
        plainText(act.actor ?? '?'),
        act.action,
        plainText(act.subject),
        plainText(detailsText(act)),
      ])
      for (const line of tableLines(['When (Lagos)', 'Who', 'What', 'To', 'Details'], rows)) say(line)
      return 0
    })
  },
}
