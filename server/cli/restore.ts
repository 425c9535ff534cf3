import { resolve } from 'node:path'
import { ownBackupPath } from '#server/backup/before-migrating.ts'
import { summaryOf } from '#server/backup/format.ts'
import { refuseNoBackup } from '#server/backup/read.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { writeBackup } from '#server/backup/write.ts'
import { Refusal } from '#server/refusal.ts'
import { readArguments, UsageError } from './arguments.ts'
import type { Command } from './command.ts'
import { createProgress } from './progress.ts'
import { countsText, timeText } from './table.ts'
import { withShop } from './with-shop.ts'

const HELP = `Usage: npm run shop -- restore FILE [--replace --yes]

Restores a backup into the configured database, whichever it was made from. The whole file is
checked first; then all of it is restored, or nothing. A backup of an older version is migrated. The output names the
database that was written.

The database must be empty. With --replace --yes, its contents are first written to a backup in DATA_DIR/backups and then
replaced. Stop every process of the shop first; at its next start it sends the mails and makes the refunds that were still
pending. Anything that happened after the backup was made is lost: run "payments check --since …" afterwards, and repeat
"person erase" for everyone erased since.`

export const restoreCommand: Command = {
  name: 'restore',
  usage: 'FILE [--replace --yes]',
  summary: 'Restores a backup into an empty shop, or replaces the shop with it.',
  help: HELP,
  run: async (args, surroundings) => {
    const { values, positionals } = readArguments(args, {
      replace: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    })
    const [name, ...more] = positionals
    if (name === undefined || more.length > 0) throw new UsageError('Name one file to restore from.')
    if (values.replace && !values.yes) {
      throw new Refusal(
        'This replaces everything that the shop holds. Nothing was changed; add --yes to do it.',
      )
    }
    const file = resolve(surroundings.cwd, name)
    // Before a database is made for it.
    await refuseNoBackup(file)
    return withShop(
      surroundings,
      async ({ connection, databaseLabel, dataDir, now, pictureStore }, output) => {
        const saved = ownBackupPath(dataDir, 'restore', now())
        const progress = createProgress(output)
        const backup = await restoreBackup({
          db: connection.db,
          file,
          pictureStore,
          actor: surroundings.actor,
          now: now(),
          beforeReplacing: values.replace
            ? async () => {
                await writeBackup({ db: connection.db, file: saved, now: now() })
                output.say(`The previous contents of the shop are in ${saved}.`)
              }
            : undefined,
          onProgress: progress.show,
        }).finally(progress.end)
        const at = timeText(new Date(backup.madeAt))
        output.say(`Restored as of ${at} (Lagos): ${countsText(summaryOf(backup))}, into ${databaseLabel}.`)
        return 0
      },
      'create',
    )
  },
}
