import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Chance } from './chance.ts'

/** Files of tables and indexes, by their path in the data folder of PostgreSQL. */
export type Pages = Map<string, Buffer>

const PAGE_BYTES = 8192
/** A disk writes sectors whole. */
const SECTOR_BYTES = 512
const SEGMENT_BYTES = 16 * 1024 * 1024
const RELATION = /^(base\/\d+|global)\/\d+(_\w+)?(\.\d+)?$/

export function readPages(folder: string): Pages {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    RELATION.test(path),
  )
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path))]))
}

/** `16/B374D848` as a number of bytes. */
export function parseLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

/** Keeps owners and modes: as root the database belongs to a user of its own. */
export function copyFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  execFileSync('cp', ['-a', from, to])
}

/**
 * Leaves in `folder`, which holds all that PostgreSQL has written, what a disk may hold after the power has gone. Sure is only
 * what it was told to sync: `synced`, the pages of the last checkpoint, and the log up to `flushedTo`. Of each page written
 * since, every sector may have arrived or not, as may each page of the log after `flushedTo`.
 */
export function cutPower(folder: string, synced: Pages, flushedTo: bigint, chance: Chance): void {
  for (const [path, written] of readPages(folder)) {
    const before = Buffer.alloc(written.length)
    synced.get(path)?.copy(before)
    for (let start = 0; start < written.length; start += PAGE_BYTES) {
      const page = written.subarray(start, start + PAGE_BYTES)
      // PostgreSQL writes a page only once the log of its changes is synced.
      const arrives = lsnOf(page) > flushedTo ? 0 : chance.pick([0, 0.5, 1])
      for (let at = 0; at < PAGE_BYTES; at += SECTOR_BYTES)
        if (chance.next() >= arrives) before.copy(page, at, start + at, start + at + SECTOR_BYTES)
    }
    writeFileSync(join(folder, path), written)
  }
  loseLog(folder, flushedTo, () => chance.next() < 0.5)
}

/** What a disk holds that only claims to sync: nothing since the checkpoint, whose log ends at `checkpointEnd`. */
export function loseSince(folder: string, synced: Pages, checkpointEnd: bigint): void {
  for (const [path, pages] of synced) writeFileSync(join(folder, path), pages)
  loseLog(folder, checkpointEnd, () => true)
}

/** A page begins with the position in the log of its last change. */
const lsnOf = (page: Buffer) => (BigInt(page.readUInt32LE(0)) << 32n) | BigInt(page.readUInt32LE(4))

function loseLog(folder: string, after: bigint, isLost: () => boolean): void {
  const wal = join(folder, 'pg_wal')
  for (const name of readdirSync(wal).filter((each) => /^[0-9A-F]{24}$/.test(each))) {
    const start =
      (BigInt(`0x${name.slice(8, 16)}`) << 32n) + BigInt(`0x${name.slice(16)}`) * BigInt(SEGMENT_BYTES)
    const kept = Math.max(0, Number(after - start))
    if (kept >= SEGMENT_BYTES) continue
    const log = readFileSync(join(wal, name))
    for (let at = kept; at < log.length; at = (Math.floor(at / PAGE_BYTES) + 1) * PAGE_BYTES)
      if (isLost()) log.fill(0, at, (Math.floor(at / PAGE_BYTES) + 1) * PAGE_BYTES)
    writeFileSync(join(wal, name), log)
  }
}
