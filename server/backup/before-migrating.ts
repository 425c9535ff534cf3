import { join } from 'node:path'
import type { BeforeMigrating } from '#server/db/migrate.ts'
import { Refusal } from '#server/refusal.ts'
import { isEmpty } from './store.ts'
import { writeBackup } from './write.ts'

/** Where the shop keeps the backups that it makes by itself. */
export function ownBackupPath(dataDir: string, occasion: 'update' | 'restore', now: Date): string {
  return join(dataDir, 'backups', `before-${occasion}-${now.toISOString().replaceAll(/[:.]/g, '-')}.jsonl.gz`)
}

/**
 * Before a new version changes the schema of a shop that has data, its rows are written to a backup in the data
 * folder; pictures are never changed and stay out. When that cannot be done, nor is the change: Refusal.
 */
export function backupBeforeMigrating(dataDir: string, now: () => Date): BeforeMigrating {
  return async (db) => {
    if (await isEmpty(db)) return
    const file = ownBackupPath(dataDir, 'update', now())
    try {
      await writeBackup({ db, file, now: now() })
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new Refusal(
        `This version of the shop must change the database, and the backup before that could not be written to ${file} (${why}). Nothing was changed.`,
        { cause: error },
      )
    }
  }
}
