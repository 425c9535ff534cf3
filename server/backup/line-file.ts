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
  /** Resolves when more may be written; rejects with the disk's error. */
  write: (lines: readonly string[]) => Promise<void>
  /** Of all that was written so far. */
  sha256: () => string
}

/**
 * Writes a compressed file of lines that only its owner may read. It stands at `path` whole or not at all, also after
 * a power cut; what stands there already is never overwritten: Refusal.
 */
export async function writeLineFile(
  path: string,
  write: (writer: LineWriter) => Promise<void>,
): Promise<void> {
  refuseExisting(path)
  await mkdir(dirname(path), { recursive: true })
  const unfinished = `${path}.${randomBytes(6).toString('hex')}.unfinished`
  const gzip = createGzip()
  const written = pipeline(gzip, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }))
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
    await rename(unfinished, path)
  } catch (error) {
    gzip.destroy()
    await written.catch(() => {})
    await rm(unfinished, { force: true })
    throw error
  }
}

function refuseExisting(path: string): void {
  if (existsSync(path)) {
    throw new Refusal(`${path} exists already, and a backup is never overwritten. Take another name.`)
  }
}

/** The lines of a compressed file, with the hash of all lines before each. Rejects when the file ends too early. */
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
