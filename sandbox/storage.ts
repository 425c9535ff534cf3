import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Refund } from './refund.ts'
import type { Transaction } from './transaction.ts'
import type { Delivery } from './webhook.ts'

/** One change: the complete record after it. The last entry of an id wins. */
export type LedgerEntry =
  | { kind: 'transaction'; value: Transaction }
  | { kind: 'refund'; value: Refund }
  | { kind: 'delivery'; value: Delivery }

/** Keeps the ledger beyond the process. `append` returns only when the entry would survive a kill. */
export type SandboxStorage = {
  load(): LedgerEntry[]
  append(entry: LedgerEntry): void
  close(): void
}

export function memoryStorage(): SandboxStorage {
  return { load: () => [], append: () => {}, close: () => {} }
}

/**
 * Append-only JSON lines, in `ledger.jsonl` of the folder. A kill during a write leaves a torn last line, which is cut
 * off at the next start. A bad line anywhere else was not written by us, so loading throws.
 */
export function fileStorage(folder: string): SandboxStorage {
  let file: number | undefined
  const open = () => {
    if (file === undefined) {
      mkdirSync(folder, { recursive: true })
      file = openSync(join(folder, 'ledger.jsonl'), 'a+', 0o600)
    }
    return file
  }
  return {
    load: () => {
      const handle = open()
      const bytes = readFileSync(join(folder, 'ledger.jsonl'))
      const whole = bytes.lastIndexOf(0x0a) + 1
      if (whole < bytes.length) ftruncateSync(handle, whole)
      const lines = bytes.subarray(0, whole).toString('utf8').split('\n').slice(0, -1)
      return lines.map(readLine)
    },
    append: (entry) => {
      const bytes = Buffer.from(`${JSON.stringify(entry)}\n`)
      for (let written = 0; written < bytes.length; ) written += writeSync(open(), bytes, written)
    },
    close: () => {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}

function readLine(line: string, index: number): LedgerEntry {
  try {
    const entry = JSON.parse(line) as LedgerEntry
    if (['transaction', 'refund', 'delivery'].includes(entry.kind) && typeof entry.value === 'object')
      return entry
  } catch {
    // reported below, with the place
  }
  throw new Error(`The sandbox ledger is damaged at line ${index + 1}; delete ledger.jsonl to start afresh`)
}
