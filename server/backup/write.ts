import type { Database } from '#server/db/connection.ts'
import { listApplied } from '#server/db/migrate.ts'
import { isOriginal, listOriginals, readOriginal } from '#server/pictures/original.ts'
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
import { listTables, prepareSession, readRows, readSequences } from './store.ts'

export type BackupStep = 'writing tables' | 'writing pictures'

export type BackupOptions = {
  db: Database
  file: string
  now: Date
  /** If undefined, the backup has no pictures. */
  pictureStore?: PictureStore | undefined
  onProgress?: (step: BackupStep, done: number, total: number) => void
}

/** The counts of a backup's contents: rows by table, pictures. */
export type Contents = Pick<EndLine['end'], 'rows' | 'pictures'>

/**
 * Writes a consistent snapshot of the whole shop into a new file that only its owner may read. PostgreSQL keeps serving;
 * the embedded database, which has one connection, blocks while the tables are read. Works on the database's current
 * schema, also an older one.
 */
export async function writeBackup(options: BackupOptions): Promise<Contents> {
  const { db, file, now, pictureStore } = options
  const onProgress = options.onProgress ?? (() => {})
  const contents: Contents = { rows: {}, pictures: 0 }
  await writeLineFile(file, async (writer) => {
    const snapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const
    await db.transaction(async (tx) => {
      await prepareSession(tx)
      contents.rows = await writeDatabase(tx, writer, now, onProgress)
    }, snapshot)
    // Originals are stored before the products that show them and never change, so the snapshot's are all there.
    if (pictureStore !== undefined) contents.pictures = await writePictures(pictureStore, writer, onProgress)
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
  writer: LineWriter,
  onProgress: NonNullable<BackupOptions['onProgress']>,
): Promise<number> {
  const names = await listOriginals(pictureStore)
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

/** A restore would reject the whole backup because of it. */
function damaged(name: string): Refusal {
  return new Refusal(
    `The picture ${name} is damaged: its bytes differ from those that were imported. Remove originals/${name} from the pictures and import it again, or leave out all pictures with --no-pictures. Nothing was written.`,
  )
}

const textOf = (line: BackupLine): string => JSON.stringify(line)
