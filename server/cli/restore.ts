import { resolve } from 'node:path'
import { ownBackupPath } from '#server/backup/before-migrating.ts'
import { summaryOf } from '#server/backup/format.ts'
import { refuseNoBackup } from '#server/backup/read.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { writeBackup } from '#server/backup/write.ts'
import { Refusal } from '#server/refusal.ts'
import { type AddCommand, unlessError } from './command.ts'
import { createProgress } from './progress.ts'
import { countsText, timeText } from './table.ts'

const RULES = `The database may be another one than the backup was made from. The whole file is
checked first; then all of it is restored, or nothing. A backup of an older version is migrated. The output names the
database that was written.

The database must be empty. With --replace --yes, its contents are first written to a backup in DATA_DIR/backups and then
replaced. Stop every process of the shop first; at its next start it sends the mails and makes the refunds that were still
pending. Anything that happened after the backup was made is lost: run "payments check --since …" afterwards, and repeat
"person erase" for everyone erased since.`

export const addRestore: AddCommand = (program, { output, cwd, actor, withShop }) => {
  program
    .command('restore')
    .description('Restores a backup into an empty shop, or replaces the shop with it.')
    .argument('<file>', 'a backup')
    .option('--replace', 'replace everything that the shop holds')
    .option('--yes', 'confirm --replace')
    .addHelpText('after', unlessError(RULES))
    .action(async (name, { replace = false, yes = false }) => {
      if (replace && !yes) {
        throw new Refusal(
          'This replaces everything that the shop holds. Nothing was changed; add --yes to do it.',
        )
      }
      const file = resolve(cwd, name)
      // Before a database is made for it.
      await refuseNoBackup(file)
      await withShop(async ({ connection, databaseLabel, dataDir, now, pictureStore }) => {
        const saved = ownBackupPath(dataDir, 'restore', now())
        const progress = createProgress(output)
        const backup = await restoreBackup({
          db: connection.db,
          file,
          pictureStore,
          actor: actor(),
          now: now(),
          beforeReplacing: replace
            ? async () => {
                await writeBackup({ db: connection.db, file: saved, now: now() })
                output.say(`The previous contents of the shop are in ${saved}.`)
              }
            : undefined,
          onProgress: progress.show,
        }).finally(progress.end)
        const at = timeText(new Date(backup.madeAt))
        output.say(`Restored as of ${at} (Lagos): ${countsText(summaryOf(backup))}, into ${databaseLabel}.`)
      }, 'create')
    })
}
