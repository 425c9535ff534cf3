import { readableDetails } from '#server/audit/readable-details.ts'
import { listActs } from '#server/audit/store.ts'
import { readSince, readWhole } from './arguments.ts'
import { type AddCommand, unlessError } from './command.ts'
import { plainText, tableLines, timeText } from './table.ts'

const LINES_SHOWN = 50

const RULES = `When, who, what, on what, and the values before and after.
Amounts are in naira; --json has them in kobo (run it as npm run -s shop -- audit --json, so that npm prints nothing else).
An entry is written in the same transaction as the change itself, and the database refuses to change or delete it.`

export const addAudit: AddCommand = (program, { output: { say }, withShop }) => {
  program
    .command('audit')
    .description('Lists what was done by command and by staff, newest first.')
    .option('--since <time>', 'from then on: 7d, 12h or 2026-11-20')
    .option('--limit <n>', 'the most entries to show', readWhole('--limit', 1), LINES_SHOWN)
    .option('--json', 'as JSON')
    .addHelpText('after', unlessError(RULES))
    .action(({ since, limit, json }) =>
      withShop(async ({ connection, now }) => {
        const acts = await listActs(connection.db, { since: readSince(since, now()), limit })
        if (json) return say(JSON.stringify(acts, null, 2))
        if (acts.length === 0)
          return say(since === undefined ? 'Nothing is recorded.' : 'Nothing is recorded since then.')
        const rows = acts.map((act) => [
          timeText(act.createdAt),
          plainText([act.actor ?? '?', act.device].filter(Boolean).join(', ')),
          act.hasFailed ? `${act.action}, refused` : act.action,
          plainText(act.subject),
          plainText(JSON.stringify(readableDetails(act))),
        ])
        for (const line of tableLines(['When (Lagos)', 'Who', 'What', 'To', 'Details'], rows)) say(line)
      }),
    )
}
