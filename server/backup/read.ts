import { isOriginal } from '#server/pictures/original.ts'
import {
  BackupError,
  type BackupLine,
  backupLine,
  type EndLine,
  FORMAT_VERSION,
  type Header,
  type TableLine,
} from './format.ts'
import { plainFileError, readLineFile } from './line-file.ts'

export type Backup = Header & EndLine['end']

/** A line of a backup. A row comes as unparsed text with its table. */
export type ReadLine = { kind: 'row'; table: TableLine; text: string } | { kind: 'other'; line: BackupLine }

/**
 * Reads a whole backup and checks it: the form and order of every line, the counts, and the SHA-256. Throws a BackupError
 * for a file that is truncated, damaged, altered, or not a backup at all.
 */
export async function checkBackup(file: string): Promise<Backup> {
  let header: Header | undefined
  let end: EndLine['end'] | undefined
  let sha256 = ''
  const rows: Record<string, number> = {}
  let pictures = 0
  for await (const { read, before } of readLines(file)) {
    if (end !== undefined) throw damaged('it continues after its end')
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
        throw damaged('a picture does not match its name')
      pictures += 1
    } else if ('end' in line) {
      end = line.end
      sha256 = before.copy().digest('hex')
    }
  }
  if (header === undefined) throw notOurs()
  if (end === undefined) throw new BackupError('The backup is cut short: its end is missing.')
  if (end.sha256 !== sha256) throw damaged('its checksum does not match')
  const isCounted =
    end.pictures === pictures &&
    Object.keys(end.rows).length === Object.keys(rows).length &&
    Object.entries(rows).every(([table, count]) => end.rows[table] === count)
  if (!isCounted) throw damaged('its counts do not match')
  return { ...header, ...end }
}

/** Throws a BackupError or a Refusal unless the file is there and begins as a backup does. */
export async function refuseNoBackup(file: string): Promise<void> {
  for await (const { read } of readLines(file)) {
    if (read.kind === 'other' && 'format' in read.line) return
    break
  }
  throw notOurs()
}

/** Yields the lines of a checked backup. Throws a BackupError at the end if the file has changed since the check. */
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
  let isBegun = false
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
        throw new BackupError(
          'The backup was made by a newer version of the shop. Restore it with that version.',
        )
      }
      isBegun ||= 'format' in parsed
      table = 'table' in parsed ? parsed : undefined
      yield { read: { kind: 'other' as const, line: parsed }, before }
    }
  } catch (error) {
    const plain = plainReadError(error, file)
    throw plain instanceof DamageError && !isBegun ? notOurs() : plain
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
  if (!parsed.success) throw damaged('a line has an unknown form')
  return parsed.data
}

class DamageError extends BackupError {}

function damaged(why: string): DamageError {
  return new DamageError(`The backup is damaged or was changed: ${why}.`)
}

function notOurs(): BackupError {
  return new BackupError('This file is not a backup of a shop, or it is damaged.')
}

/** Turns the errors of the decompressor and the file system into a plain sentence; passes other errors through. */
function plainReadError(error: unknown, file: string): unknown {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  if (code === 'Z_BUF_ERROR') return new BackupError('The backup is cut short.', { cause: error })
  if (code === 'Z_DATA_ERROR') return damaged('it cannot be unpacked')
  return plainFileError(error, file, 'read')
}
