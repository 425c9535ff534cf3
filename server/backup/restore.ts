import { recordAct } from '#server/audit/store.ts'
import { type Connection, type Database, MIGRATION_LOCK } from '#server/db/connection.ts'
import { applyMigrations, listMigrations, type Migration } from '#server/db/migrate.ts'
import { APPLICATION_NAME } from '#server/db/pool.ts'
import { putOriginal } from '#server/pictures/original.ts'
import type { PictureStore } from '#server/pictures/picture-store.ts'
import { Refusal } from '#server/refusal.ts'
import { BackupFault, type Header, summaryOf, type TableLine } from './format.ts'
import { type Backup, checkBackup, readBackup } from './read.ts'
import {
  countOtherShops,
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

/** Text of this size goes into one statement. */
const BATCH_CHARS = 1_000_000
const BATCH_ROWS = 1_000

export type RestoreStep = 'restoring rows' | 'restoring pictures'

export type RestoreOptions = {
  connection: Pick<Connection, 'db' | 'kind'>
  file: string
  pictureStore: PictureStore
  /** Who restores, for the record. */
  actor: string
  now: Date
  /** Called before a shop that is not empty is replaced; without it, such a shop is refused. */
  beforeReplacing?: (() => Promise<void>) | undefined
  onProgress?: (step: RestoreStep, done: number, total: number) => void
}

/**
 * Puts a backup in the place of what the database holds, in one transaction: all of it or nothing, after the whole
 * file was checked. An older schema is brought forward to this program's. Jobs are not restored: mails, refunds and
 * events that are still owed are rows, which the shop's sweeps take up within a minute of its start.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Backup> {
  const { connection, file } = options
  const backup = await checkBackup(file)
  const steps = splitMigrations(backup)
  if (!(await isEmpty(connection.db))) {
    if (options.beforeReplacing === undefined) {
      throw new Refusal('The database already holds a shop. With --replace the backup takes its place.')
    }
    await options.beforeReplacing()
  }
  // A picture is named by its bytes: those of a restore that fails are only what the next one need not write.
  await restorePictures(options, backup)
  await connection.db.transaction(async (transaction) => {
    const tx = transaction as unknown as Database
    await lockSchema(tx, MIGRATION_LOCK)
    if (connection.kind === 'postgres' && (await countOtherShops(tx, APPLICATION_NAME)) > 0) {
      throw new Refusal('A shop is open on this database. Stop every process of it, then restore.')
    }
    await prepareSession(tx)
    await dropEverything(tx)
    await applyMigrations(tx, steps.taken)
    const tables = await listTables(tx)
    await switchTriggers(tx, tables, 'disable')
    await restoreRows(tx, options, backup, tables)
    await switchTriggers(tx, tables, 'enable')
    await applyMigrations(tx, steps.toTake)
    const details = { madeAt: backup.madeAt, ...summaryOf(backup) }
    const { actor, now } = options
    await recordAct(tx, { actor, action: 'backup.restore', subject: 'shop', details }, now)
  })
  return backup
}

/** The steps of the schema that the backup has taken and those still to take; refuses a backup of a schema we do not know. */
function splitMigrations({ migrations }: Header): { taken: Migration[]; toTake: Migration[] } {
  const known = listMigrations()
  if (migrations.some((migration, i) => migration.hash !== known[i]?.hash)) {
    throw new BackupFault(
      'The backup was made by another version of the shop, whose database this one does not know. Restore it with that version.',
    )
  }
  return { taken: known.slice(0, migrations.length), toTake: known.slice(migrations.length) }
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

/** The table that a line of the file names, its columns in the file's order. The types are the database's own, never the file's. */
function tableOf({ table, columns }: TableLine, tables: readonly Table[]): Table {
  const known = tables.find((candidate) => candidate.table === table)
  const found = columns.flatMap((name) => known?.columns.find((column) => column.name === name) ?? [])
  if (known === undefined || found.length !== known.columns.length || found.length !== columns.length) {
    throw new BackupFault(`The backup is damaged or was changed: its table ${table} is not the shop's.`)
  }
  return { table, columns: found }
}
