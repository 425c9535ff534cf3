import { z } from 'zod'
import { Refusal } from '#server/refusal.ts'

/**
 * A backup is a gzip file of JSON lines, readable with any tool: a header; for each table, parents first, a line with its
 * columns and then a line per row, each value in PostgreSQL's text format or null; the sequences; the original pictures;
 * and an end line with the counts and the SHA-256 of all preceding lines.
 */
export const FORMAT_VERSION = 1
export const FORMAT_NAME = 'jara-backup'

const name = z.string().regex(/^[a-z_][a-z0-9_]*$/)

const header = z.object({
  format: z.literal(FORMAT_NAME),
  version: z.number().int(),
  madeAt: z.iso.datetime(),
  /** The migrations that the database had applied, in order. */
  migrations: z.array(z.object({ hash: z.string(), folderMillis: z.number() })).min(1),
})
const table = z.object({ table: name, columns: z.array(name).min(1) })
const sequence = z.object({
  sequence: z.object({ table: name, column: name, last: z.string().regex(/^\d+$/), isCalled: z.boolean() }),
})
const picture = z.object({ picture: z.string().regex(/^[\w-]+$/), base64: z.base64() })
const end = z.object({
  end: z.object({
    rows: z.record(name, z.number().int()),
    pictures: z.number().int(),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
})
const row = z.array(z.string().nullable())

export const backupLine = z.union([row, header, table, sequence, picture, end])

export type Header = z.infer<typeof header>
export type TableLine = z.infer<typeof table>
export type SequenceLine = z.infer<typeof sequence>
export type PictureLine = z.infer<typeof picture>
export type EndLine = z.infer<typeof end>

/** Total counts of a backup's contents. */
export function summaryOf({ rows, pictures }: Pick<EndLine['end'], 'rows' | 'pictures'>) {
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0)
  return { orders: rows.orders ?? 0, rows: all, pictures }
}

export type BackupLine = z.infer<typeof backupLine>

/** The file cannot be restored. */
export class BackupError extends Refusal {
  override name = 'BackupError'
}
