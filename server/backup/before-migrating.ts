import { join } from 'node:path'
import type { BeforeMigrating } from '#server/db/migrate.ts'
import { Refusal } from '#server/refusal.ts'
import { isEmpty } from './store.ts'
import { writeBackup } from './write.ts'

/** The path of a backup that the shop makes automatically. */
export function ownBackupPath(dataDir: string, occasion: 'update' | 'restore', now: Date): string {
  return join(dataDir, 'backups', `before-${occasion}-${now.toISOString().replaceAll(/[:.]/g, '-')}.jsonl.gz`)
}

/**
 * Before a new version migrates a shop with data, writes its rows to a backup in the data folder; pictures never change,
 * so they are left out, and says where. If the backup fails, throws a Refusal and the migration does not run.
 */
export function backupBeforeMigrating(
  dataDir: string,
  now: () => Date,
  say: (sentence: string) => void,
): BeforeMigrating {
  return async (db) => {
    if (await isEmpty(db)) return
    const file = ownBackupPath(dataDir, 'update', now())
    try {
      await writeBackup({ db, file, now: now() })
      say(`Updating the database to this version of the shop. Its rows before that are in ${file}.`)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new Refusal(
        `This version of the shop must migrate the database, and the backup before that could not be written to ${file} (${why}). Nothing was changed.`,
        { cause: error },
      )
    }
  }
}
