import { and, inArray, isNull } from 'drizzle-orm'
import { recordAct } from '#server/audit/store.ts'
import { type Database, MIGRATION_LOCK } from '#server/db/connection.ts'
import { applyMigrations, listMigrations, type Migration } from '#server/db/migrate.ts'
import { countOtherShops } from '#server/db/other-shops.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { codes, sessions } from '#server/db/schema/person.ts'
import { staffChallenges, staffLinks, staffSessions } from '#server/db/schema/staff.ts'
import { transaction } from '#server/db/transaction.ts'
import { putOriginal } from '#server/pictures/original.ts'
import type { PictureStore } from '#server/pictures/picture-store.ts'
import { Refusal } from '#server/refusal.ts'
import { BackupError, type Header, summaryOf, type TableLine } from './format.ts'
import { type Backup, checkBackup, readBackup } from './read.ts'
import {
  dropEverything,
  insertRows,
  isEmpty,
  listTables,
  lockSchema,
  prepareSession,
  setSequence,
  switchTriggers,
  type Table,
} from './store.ts'

/** Maximum text size of one insert statement. */
const BATCH_CHARS = 1_000_000
const BATCH_ROWS = 1_000

export type RestoreStep = 'restoring rows' | 'restoring pictures'

export type RestoreOptions = {
  db: Database
  file: string
  pictureStore: PictureStore
  /** Who restores, for the audit log. */
  actor: string
  now: Date
  /** Called before a non-empty shop is replaced; without it, the restore is refused. */
  beforeReplacing?: (() => Promise<void>) | undefined
  onProgress?: (step: RestoreStep, done: number, total: number) => void
}

/**
 * Checks the whole file, then replaces the contents of the database in one transaction. An older schema is migrated to
 * this version's. Jobs are not restored: pending mails, refunds and events are rows, which the shop's sweeps process
 * within a minute of its start. Everybody has to log in again.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Backup> {
  const { db, file } = options
  // Before anything is written; checked again in the transaction, since a shop may have been started by then.
  await refuseOpenShop(db)
  const backup = await checkBackup(file)
  const migrations = splitMigrations(backup)
  if (!(await isEmpty(db))) {
    if (options.beforeReplacing === undefined) {
      throw new Refusal('The database already holds a shop. With --replace the backup takes its place.')
    }
    await options.beforeReplacing()
  }
  // Pictures are content-addressed: those of a failed restore are reused by the next one.
  await restorePictures(options, backup)
  await transaction(db, async (tx) => {
    await lockSchema(tx, MIGRATION_LOCK)
    await refuseOpenShop(tx)
    await prepareSession(tx)
    await dropEverything(tx)
    await applyMigrations(tx, migrations.applied)
    const tables = await listTables(tx)
    await switchTriggers(tx, tables, 'disable')
    await restoreRows(tx, options, backup, tables)
    await switchTriggers(tx, tables, 'enable')
    await applyMigrations(tx, migrations.pending)
    await endLogins(tx)
    const details = { madeAt: backup.madeAt, ...summaryOf(backup) }
    const { actor, now } = options
    await recordAct(tx, { actor, action: 'backup.restore', subject: 'shop', details }, now)
  })
  return backup
}

/**
 * Sessions, codes and one-time links that have ended since the backup would be valid again. Without its code or link a mail is of no
 * use.
 */
async function endLogins(tx: Database): Promise<void> {
  for (const table of [sessions, codes, staffSessions, staffLinks, staffChallenges]) await tx.delete(table)
  const isCodeMail = inArray(outbox.kind, ['verify_email', 'reset_password', 'staff_invited'])
  await tx.delete(outbox).where(and(isCodeMail, isNull(outbox.sentAt)))
}

async function refuseOpenShop(db: Database): Promise<void> {
  if ((await countOtherShops(db)) > 0)
    throw new Refusal('A shop is open on this database. Stop all of its processes, then restore.')
}

/** The migrations that the backup has applied and the pending ones. Throws a BackupError for an unknown schema. */
function splitMigrations({ migrations }: Header): { applied: Migration[]; pending: Migration[] } {
  const known = listMigrations()
  if (migrations.some((migration, i) => migration.hash !== known[i]?.hash)) {
    throw new BackupError(
      'The backup was made by another version of the shop, whose database schema this version does not know. Restore it with that version.',
    )
  }
  return { applied: known.slice(0, migrations.length), pending: known.slice(migrations.length) }
}

async function restorePictures(
  { file, pictureStore, onProgress }: RestoreOptions,
  backup: Backup,
): Promise<void> {
  const total = backup.pictures
  if (total === 0) return
  let done = 0
  for await (const read of readBackup(file, backup)) {
    if (read.kind === 'row' || !('picture' in read.line)) continue
    await putOriginal(pictureStore, read.line.picture, Buffer.from(read.line.base64, 'base64'))
    done += 1
    onProgress?.('restoring pictures', done, total)
  }
}

async function restoreRows(
  tx: Database,
  { file, onProgress }: RestoreOptions,
  backup: Backup,
  tables: readonly Table[],
): Promise<void> {
  const { rows: total } = summaryOf(backup)
  let done = 0
  let batch: { table: TableLine; lines: string[]; chars: number } | undefined
  const flush = async () => {
    if (batch === undefined) return
    await insertRows(tx, tableOf(batch.table, tables), batch.lines)
    done += batch.lines.length
    batch = undefined
    onProgress?.('restoring rows', done, total)
  }
  for await (const read of readBackup(file, backup)) {
    if (read.kind === 'row') {
      const isFull = batch && (batch.lines.length >= BATCH_ROWS || batch.chars >= BATCH_CHARS)
      if (batch?.table !== read.table || isFull) await flush()
      batch ??= { table: read.table, lines: [], chars: 0 }
      batch.lines.push(read.text)
      batch.chars += read.text.length
      continue
    }
    await flush()
    if ('sequence' in read.line) await setSequence(tx, read.line)
  }
}

/** The table named by a line of the file, with its columns in the file's order. Types come from the database, never the file. */
function tableOf({ table, columns }: TableLine, tables: readonly Table[]): Table {
  const known = tables.find((candidate) => candidate.table === table)
  const found = columns.flatMap((name) => known?.columns.find((column) => column.name === name) ?? [])
  if (known === undefined || found.length !== known.columns.length || found.length !== columns.length) {
    throw new BackupError(
      `The backup is damaged or was changed: its table ${table} is not one of the shop's.`,
    )
  }
  return { table, columns: found }
}
