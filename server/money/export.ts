import { stringify } from 'csv-stringify/sync'
import { type By, recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import type { ExportKind } from '#shared/contract/admin/money.ts'
import { HOUR_MS } from '#shared/duration.ts'
import { EXPORT_TABLES, type Which } from './export-store.ts'
import { checkPeriod } from './period.ts'

export type Export = {
  kind: ExportKind
  which: Which
  separator: 'comma' | 'semicolon'
  /** Names, addresses and numbers of buyers too. */
  withBuyers: boolean
  by: By
  /** Rows that are read at a time. */
  page?: number
}

/**
 * A period, or some orders, as the text of a CSV file, piece by piece, so that no length of it needs memory. Amounts are exact to the kobo, times
 * those of Lagos, and no cell is a formula. That it was read is recorded first. Throws VALIDATION for a wrong period.
 */
export async function exportCsv(
  db: Database,
  { by, ...wanted }: Export,
  now: Date,
): Promise<AsyncGenerator<string>> {
  const { kind, which, withBuyers } = wanted
  if (!('orders' in which)) checkPeriod(which)
  const what =
    'orders' in which ? { orders: which.orders.length } : { since: which.since, until: which.until }
  const details = { ...what, ...(kind === 'orders' ? { buyers: withBuyers } : {}) }
  await recordAct(db, { ...by, action: 'money.export', subject: kind, details }, now)
  return pieces(db, wanted)
}

async function* pieces(
  db: Database,
  { kind, which, separator, withBuyers, page = 500 }: Omit<Export, 'by'>,
): AsyncGenerator<string> {
  const table = EXPORT_TABLES[kind]
  const columns = table.columns.filter(({ isPersonal }) => withBuyers || !isPersonal)
  const options = {
    delimiter: separator === 'comma' ? ',' : ';',
    record_delimiter: 'windows',
    escape_formulas: true,
  }
  const decimal = separator === 'comma' ? '.' : ','
  // Without the mark, spreadsheets take the text for another encoding.
  yield `\u{feff}${stringify([columns.map(({ head }) => head)], options)}`
  let after: { at: string; id: string } | undefined
  do {
    const rows = await rowsOf<Record<string, string | null>>(db, table.select(which, after, page))
    const cells = rows.map((row) =>
      columns.map((column) => {
        const value = column.of(row) ?? ''
        if (value === '' || column.kind === undefined) return value
        return column.kind === 'time' ? lagosText(value) : amountText(value, decimal)
      }),
    )
    if (cells.length > 0) yield stringify(cells, options)
    const last = rows.at(-1)
    after = rows.length < page ? undefined : { at: last?.at ?? '', id: last?.id ?? '' }
  } while (after !== undefined)
}

/** Kobo as naira with two decimals, without a step through numbers that are not whole. */
function amountText(kobo: string, decimal: string): string {
  const digits = kobo.padStart(3, '0')
  return `${digits.slice(0, -2)}${decimal}${digits.slice(-2)}`
}

/** "2026-11-20 10:05:00": spreadsheets know it as a time. */
function lagosText(iso: string): string {
  return new Date(Date.parse(iso) + HOUR_MS).toISOString().slice(0, 19).replace('T', ' ')
}
