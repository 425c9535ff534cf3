import { isOriginal } from '#server/pictures/original.ts'
import {
  BackupFault,
  type BackupLine,
  backupLine,
  type EndLine,
  FORMAT_VERSION,
  type Header,
  type TableLine,
} from './format.ts'
import { readLineFile } from './line-file.ts'

export type Backup = Header & EndLine['end']

/** A line of a backup; a row with the table that it belongs to, still as text. */
export type ReadLine = { kind: 'row'; table: TableLine; text: string } | { kind: 'other'; line: BackupLine }

/**
 * Reads a whole backup and compares it with what its end says: every line in its form and place, every count, and the
 * SHA-256. Throws a BackupFault for a file that is cut short, damaged, changed, or no backup at all.
 */
export async function checkBackup(file: string): Promise<Backup> {
  let header: Header | undefined
  let end: EndLine['end'] | undefined
  let sha256 = ''
  const rows: Record<string, number> = {}
  let pictures = 0
  for await (const { read, before } of readLines(file)) {
    if (end !== undefined) throw damaged('it goes on after its end')
    if (read.kind === 'row') {
      rows[read.table.table] = (rows[read.table.table] ?? 0) + 1
      continue
    }
    const { line } = read
    if ('format' in line) header = line
    else if (header === undefined) throw notOurs()
    else if ('table' in line) rows[line.table] = 0
    else if ('picture' in line) {
      if (!isOriginal(line.picture, Buffer.from(line.base64, 'base64')))
        throw damaged('a picture is not its own')
      pictures += 1
    } else if ('end' in line) {
      end = line.end
      sha256 = before.copy().digest('hex')
    }
  }
  if (header === undefined) throw notOurs()
  if (end === undefined) throw new BackupFault('The backup is cut short: its end is missing.')
  if (end.sha256 !== sha256) throw damaged('its checksum does not fit')
  const isCounted =
    end.pictures === pictures &&
    Object.keys(end.rows).length === Object.keys(rows).length &&
    Object.entries(rows).every(([table, count]) => end.rows[table] === count)
  if (!isCounted) throw damaged('its counts do not fit')
  return { ...header, ...end }
}

/** The lines of a backup that was checked before. Throws a BackupFault at the end when they are no longer the same. */
export async function* readBackup(file: string, checked: Backup): AsyncGenerator<ReadLine> {
  let sha256 = ''
  for await (const { read, before } of readLines(file)) {
    if (read.kind === 'other' && 'end' in read.line) sha256 = before.copy().digest('hex')
    yield read
  }
  if (sha256 !== checked.sha256) throw damaged('it was changed while it was being restored')
}

async function* readLines(file: string) {
  let table: TableLine | undefined
  try {
    for await (const { line, before } of readLineFile(file)) {
      const parsed = parse(line)
      if (Array.isArray(parsed)) {
        if (table === undefined || table.columns.length !== parsed.length)
          throw damaged('a row is out of place')
        yield { read: { kind: 'row' as const, table, text: line }, before }
        continue
      }
      if ('format' in parsed && parsed.version > FORMAT_VERSION) {
        throw new BackupFault(
          'The backup was made by a newer version of the shop. Restore it with that version.',
        )
      }
      table = 'table' in parsed ? parsed : undefined
      yield { read: { kind: 'other' as const, line: parsed }, before }
    }
  } catch (error) {
    throw plainReadError(error)
  }
}

function parse(line: string): BackupLine {
  let json: unknown
  try {
    json = JSON.parse(line)
  } catch {
    throw damaged('a line cannot be read')
  }
  const parsed = backupLine.safeParse(json)
  if (!parsed.success) throw damaged('a line has another form')
  return parsed.data
}

function damaged(why: string): BackupFault {
  return new BackupFault(`The backup is damaged or was changed: ${why}.`)
}

function notOurs(): BackupFault {
  return new BackupFault('This file is not a backup of a shop.')
}

/** What the decompressor says of a bad file, in a sentence; errors of the disk are left as they are. */
function plainReadError(error: unknown): unknown {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  if (code === 'ENOENT') return new BackupFault('There is no file of this name.', { cause: error })
  if (code === 'Z_BUF_ERROR') return new BackupFault('The backup is cut short.', { cause: error })
  if (code === 'Z_DATA_ERROR') return damaged('it cannot be unpacked')
  return error
}
