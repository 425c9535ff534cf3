import type { Database } from '#server/db/connection.ts'
import { listApplied } from '#server/db/migrate.ts'
import { transaction } from '#server/db/transaction.ts'
import { isOriginal, listOriginals, originalsAt, readOriginal } from '#server/pictures/original.ts'
import type { PictureStore } from '#server/pictures/picture-store.ts'
import { Refusal } from '#server/refusal.ts'
import {
  type BackupLine,
  type EndLine,
  FORMAT_NAME,
  FORMAT_VERSION,
  type Header,
  type PictureLine,
} from './format.ts'
import { type LineWriter, writeLineFile } from './line-file.ts'
import { listShownPictures, listTables, prepareSession, readRows, readSequences } from './store.ts'

export type BackupStep = 'writing tables' | 'writing pictures'

export type BackupOptions = {
  db: Database
  file: string
  now: Date
  /** If undefined, the backup has no pictures; otherwise it must hold all that products show. */
  pictureStore?: PictureStore | undefined
  onProgress?: (step: BackupStep, done: number, total: number) => void
}

/** The counts of a backup's contents: rows by table, pictures. */
export type Contents = Pick<EndLine['end'], 'rows' | 'pictures'>

/**
 * Writes a consistent snapshot of the whole shop into a new file that only its owner may read, while the shop goes on serving.
 * Works on the database's current schema, also an older one. Throws a Refusal, and leaves no file, if a picture is missing or
 * damaged.
 */
export async function writeBackup(options: BackupOptions): Promise<Contents> {
  const { db, file, now, pictureStore } = options
  const onProgress = options.onProgress ?? (() => {})
  const contents: Contents = { rows: {}, pictures: 0 }
  await writeLineFile(file, async (writer) => {
    let shown: string[] = []
    const snapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
    await transaction(
      db,
      async (tx) => {
        await prepareSession(tx)
        contents.rows = await writeDatabase(tx, writer, now, onProgress)
        if (pictureStore !== undefined) shown = originalsAt(await listShownPictures(tx))
      },
      snapshot,
    )
    // Originals are stored before the products that show them and never change: those of the snapshot must be there by now.
    if (pictureStore !== undefined) {
      const names = await listOriginals(pictureStore)
      refuseMissing(shown, new Set(names))
      contents.pictures = await writePictures(pictureStore, names, writer, onProgress)
    }
    const end: EndLine = { end: { ...contents, sha256: writer.sha256() } }
    await writer.write([textOf(end)])
  })
  return contents
}

async function writeDatabase(
  tx: Database,
  writer: LineWriter,
  now: Date,
  onProgress: NonNullable<BackupOptions['onProgress']>,
): Promise<Record<string, number>> {
  const header: Header = {
    format: FORMAT_NAME,
    version: FORMAT_VERSION,
    madeAt: now.toISOString(),
    migrations: await listApplied(tx),
  }
  await writer.write([textOf(header)])
  const tables = await listTables(tx)
  const rows: Record<string, number> = {}
  let done = 0
  for (const table of tables) {
    await writer.write([textOf({ table: table.table, columns: table.columns.map((column) => column.name) })])
    let count = 0
    for await (const lines of readRows(tx, table)) {
      await writer.write(lines)
      count += lines.length
    }
    rows[table.table] = count
    done += 1
    onProgress('writing tables', done, tables.length)
  }
  await writer.write((await readSequences(tx, tables)).map(textOf))
  return rows
}

async function writePictures(
  pictureStore: PictureStore,
  names: readonly string[],
  writer: LineWriter,
  onProgress: NonNullable<BackupOptions['onProgress']>,
): Promise<number> {
  let done = 0
  for (const name of names) {
    const bytes = await readOriginal(pictureStore, name)
    if (bytes === undefined) throw new Error(`The picture ${name} disappeared while it was being written`)
    if (!isOriginal(name, bytes)) throw damaged(name)
    const line: PictureLine = { picture: name, base64: Buffer.from(bytes).toString('base64') }
    await writer.write([textOf(line)])
    done += 1
    onProgress('writing pictures', done, names.length)
  }
  return names.length
}

/** Without the shop's own variables a command finds another picture store than the shop, or an empty one. */
function refuseMissing(shown: readonly string[], stored: ReadonlySet<string>): void {
  const missing = shown.filter((name) => !stored.has(name))
  if (missing.length === 0) return
  const some = missing.slice(0, MISSING_NAMED).join(', ') + (missing.length > MISSING_NAMED ? ', …' : '')
  throw new Refusal(
    `Pictures that products show cannot be found: ${missing.length} of ${shown.length} (${some}). DATA_DIR and the PICTURES_S3_… variables must be those of the shop. If a picture is lost, import it again, or leave out all pictures with --no-pictures. Nothing was written.`,
  )
}
const MISSING_NAMED = 2

/** A restore would reject the whole backup because of it. */
function damaged(name: string): Refusal {
  return new Refusal(
    `The picture ${name} is damaged: its bytes differ from those that were imported. Remove originals/${name} from the pictures and import it again, or leave out all pictures with --no-pictures. Nothing was written.`,
  )
}

const textOf = (line: BackupLine): string => JSON.stringify(line)
