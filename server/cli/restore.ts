import { resolve } from 'node:path'
import { ownBackupPath } from '#server/backup/before-migrating.ts'
import { summaryOf } from '#server/backup/format.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { writeBackup } from '#server/backup/write.ts'
import { readArguments, UsageError } from './arguments.ts'
import type { Command } from './command.ts'
import { createProgress } from './progress.ts'
import { timeText } from './table.ts'
import { withShop } from './with-shop.ts'

const HELP = `Usage: npm run shop -- restore FILE [--replace --yes]

Puts a backup into the database that the variables name: embedded or PostgreSQL, whichever it was made from. The whole
file is checked first; then all of it is put in, or nothing. A backup of an older version is brought forward.

The database must be empty. With --replace --yes what it holds is written to a backup in DATA_DIR/backups first, and then
replaced. Close the shop before, every process of it; at its next start it sends the mails and makes the refunds that were
still owed. What was done after the backup was made is not in it: run "payments check --since …" afterwards, and forget
again whoever asked to be forgotten since.`

export const restoreCommand: Command = {
  name: 'restore',
  usage: 'FILE [--replace --yes]',
  summary: 'Puts a backup into an empty shop, or in the place of one.',
  help: HELP,
  needsClosedShop: true,
  run: (args, surroundings) => {
    const { values, positionals } = readArguments(args, {
      replace: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    })
    const [name, ...more] = positionals
    if (name === undefined || more.length > 0) throw new UsageError('From which one file?')
    if (values.replace && !values.yes) {
      throw new UsageError(
        'This replaces everything that the shop holds. Nothing was changed; add --yes to do it.',
      )
    }
    const file = resolve(surroundings.cwd, name)
    return withShop(surroundings, async ({ connection, dataDir, now, pictureStore }, output) => {
      const saved = ownBackupPath(dataDir, 'restore', now())
      const progress = createProgress(output)
      const backup = await restoreBackup({
        ...{ connection, file, pictureStore, actor: surroundings.actor, now: now() },
        beforeReplacing: values.replace
          ? async () => {
              await writeBackup({ db: connection.db, file: saved, now: now() })
              output.say(`What the shop held is in ${saved}.`)
            }
          : undefined,
        onProgress: progress.show,
      }).finally(progress.end)
      const { orders, rows, pictures } = summaryOf(backup)
      const at = timeText(new Date(backup.madeAt))
      output.say(`Restored as of ${at} (Lagos): ${orders} orders, ${rows} rows in all, ${pictures} pictures.`)
      return 0
    })
  },
}
