import { createHash, type Hash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Refusal } from '#server/refusal.ts'

const NEWLINE = 0x0a

export type LineWriter = {
  /** Resolves when more can be written; rejects with a Refusal for an error of the file system. */
  write: (lines: readonly string[]) => Promise<void>
  /** The hash of everything written so far. */
  sha256: () => string
}

/**
 * Writes a compressed file of lines that only its owner may read. It appears at `path` complete or not at all, even after
 * a power cut. Throws a Refusal instead of overwriting an existing file, or if the file cannot be written.
 */
export async function writeLineFile(
  path: string,
  write: (writer: LineWriter) => Promise<void>,
): Promise<void> {
  refuseExisting(path)
  const plain = (error: unknown) => {
    throw plainFileError(error, path, 'written')
  }
  await mkdir(dirname(path), { recursive: true }).catch(plain)
  const unfinished = `${path}.${randomBytes(6).toString('hex')}.unfinished`
  const gzip = createGzip()
  const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
  const written = pipeline(gzip, file).catch(plain)
  written.catch(() => {})
  const hash = createHash('sha256')
  const writer: LineWriter = {
    write: async (lines) => {
      if (lines.length === 0) return
      const bytes = Buffer.from(`${lines.join('\n')}\n`)
      hash.update(bytes)
      if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), written])
    },
    sha256: () => hash.copy().digest('hex'),
  }
  try {
    await write(writer)
    gzip.end()
    await written
    refuseExisting(path)
    await rename(unfinished, path).catch(plain)
  } catch (error) {
    gzip.destroy()
    await written.catch(() => {})
    await rm(unfinished, { force: true })
    throw error
  }
}

function refuseExisting(path: string): void {
  if (existsSync(path)) {
    throw new Refusal(`${path} already exists, and a backup is never overwritten. Choose another name.`)
  }
}

/** Yields the lines of a compressed file, each with the hash of all lines before it. Rejects when the file is truncated. */
export async function* readLineFile(path: string): AsyncGenerator<{ line: string; before: Hash }> {
  const hash = createHash('sha256')
  const file = createReadStream(path)
  const gunzip = createGunzip()
  const read = pipeline(file, gunzip)
  read.catch(() => {})
  let parts: Buffer[] = []
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        const line = Buffer.concat([...parts, chunk.subarray(start, end)])
        parts = []
        start = end + 1
        yield { line: line.toString('utf8'), before: hash }
        hash.update(line).update('\n')
      }
      if (start < chunk.length) parts.push(chunk.subarray(start))
    }
    await read
  } finally {
    file.destroy()
    gunzip.destroy()
  }
}

/** Turns the file system's errors about a backup file into a Refusal that names the file; returns other errors as they are. */
export function plainFileError(error: unknown, path: string, use: 'read' | 'written'): unknown {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  const sentence = sentenceOf(code, path, use)
  return sentence === undefined ? error : new Refusal(sentence, { cause: error })
}

function sentenceOf(code: string | undefined, path: string, use: 'read' | 'written'): string | undefined {
  switch (code) {
    case 'ENOENT':
      return use === 'read' ? `There is no file ${path}.` : undefined
    case 'EISDIR':
      return `${path} is a folder. Name a file.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `${path} cannot be ${use}: a part of its path is a file, not a folder.`
    case 'EACCES':
    case 'EPERM':
      return `${path} cannot be ${use}: this account has no permission.`
    case 'EROFS':
      return `${path} cannot be ${use}: its disk is read-only.`
    case 'ENOSPC':
      return `${path} cannot be ${use}: its disk is full.`
    default:
      return undefined
  }
}
