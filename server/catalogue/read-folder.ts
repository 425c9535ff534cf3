import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CsvSyntaxError, parseCsv } from './csv.ts'
import { COLUMNS, fieldsFromCells, missingDiscountColumns, type RowKind } from './csv-fields.ts'
import type { Findings, Row } from './finding.ts'
import { plainSku } from './sku.ts'

/** Reads the rows of products.json or products.csv (likewise for places and reviews); undefined when there is neither. */
export async function readRows(
  folder: string,
  kind: RowKind,
  findings: Findings,
): Promise<Row[] | undefined> {
  const faultsBefore = findings.faults.length
  const [json, csv] = await Promise.all([
    readIfThere(folder, `${kind}.json`, findings),
    readIfThere(folder, `${kind}.csv`, findings),
  ])
  if (findings.faults.length > faultsBefore) return []
  if (json && csv) {
    findings.fileFault(`${kind}.json`, `the folder also has ${kind}.csv, keep only one of the two`)
    return []
  }
  const bytes = json ?? csv
  if (!bytes) return undefined
  const file = json ? `${kind}.json` : `${kind}.csv`
  const text = decode(bytes)
  if (text === undefined) {
    findings.fileFault(file, 'the file is not UTF-8 text, save it again as UTF-8')
    return []
  }
  const rows = json ? rowsFromJson(kind, file, text, findings) : rowsFromCsv(kind, file, text, findings)
  if (rows.length === 0 && findings.faults.length === faultsBefore)
    findings.fileFault(file, 'the file holds nothing to import')
  return rows.map(withPlainSku)
}

function withPlainSku(row: Row): Row {
  const { sku } = row.fields
  return typeof sku === 'string' ? { ...row, fields: { ...row.fields, sku: plainSku(sku) } } : row
}

async function readIfThere(folder: string, file: string, findings: Findings): Promise<Buffer | undefined> {
  try {
    return await readFile(join(folder, file))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') findings.fileFault(file, `the file cannot be read (${code})`)
    return undefined
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function rowsFromJson(kind: RowKind, file: string, text: string, findings: Findings): Row[] {
  let items: unknown
  try {
    items = JSON.parse(text)
  } catch (error) {
    findings.fileFault(
      file,
      `the file is not valid JSON (${error instanceof Error ? error.message : 'unreadable'})`,
    )
    return []
  }
  if (!Array.isArray(items)) {
    findings.fileFault(file, 'the file must hold a list: [ … ]')
    return []
  }
  warnOfUnknown(file, items.flatMap(namesIn), namesOfJson(kind), findings)
  return items.flatMap((item: unknown, i) => {
    if (isObject(item)) {
      return [{ file, number: i + 1, fields: { ...item } }]
    }
    findings.fileFault(file, 'the item must be an object: { … }', i + 1)
    return []
  })
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The names of an item's fields, and of those of its discount: a JSON file has what CSV needs three columns for in one. */
function namesIn(item: unknown): string[] {
  if (!isObject(item)) return []
  const discount: unknown = 'discount' in item ? item.discount : undefined
  const parts = isObject(discount) ? Object.keys(discount).map((part) => `discount.${part}`) : []
  return [...Object.keys(item), ...parts]
}

const DISCOUNT = ['discount', 'discount.type', 'discount.amount', 'discount.expiresAt']
function namesOfJson(kind: RowKind): string[] {
  return [...Object.keys(COLUMNS[kind]).filter((column) => !column.startsWith('discount')), ...DISCOUNT]
}

/** Otherwise a column with a mistyped name would be left out silently, such as a discount's end. */
function warnOfUnknown(
  file: string,
  names: readonly string[],
  known: readonly string[],
  findings: Findings,
  row: number | null = null,
): void {
  const unknown = [...new Set(names)].filter((name) => name !== '' && !known.includes(name))
  if (unknown.length === 0) return
  findings.fileWarning(file, `not known to the shop and left out: "${unknown.join('", "')}"`, row)
}

function rowsFromCsv(kind: RowKind, file: string, text: string, findings: Findings): Row[] {
  try {
    const { header, rows } = parseCsv(text)
    const columns = readHeader(kind, file, header, findings)
    if (columns === undefined) return []
    warnOfUnknown(file, columns, Object.keys(COLUMNS[kind]), findings, 1)
    return rows.map(({ line, cells }) => {
      if (cells.slice(header.length).some(Boolean)) {
        findings.fileFault(
          file,
          `the line has ${cells.length} cells, the header ${header.length}: put quotes (") around text that contains the separator`,
          line,
        )
      }
      const byColumn = new Map(columns.map((column, i) => [column, cells[i] ?? '']))
      return { file, number: line, fields: fieldsFromCells(kind, byColumn) }
    })
  } catch (error) {
    if (!(error instanceof CsvSyntaxError)) throw error
    findings.fileFault(file, `the line ${error.message}`, error.line)
    return []
  }
}

/**
 * The column name at each position; case, spaces, underscores and hyphens in the header do not matter. Undefined when the
 * header is invalid: every line would then be invalid for the same reason.
 */
function readHeader(
  kind: RowKind,
  file: string,
  header: readonly string[],
  findings: Findings,
): string[] | undefined {
  const plain = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '')
  const known = new Map(Object.keys(COLUMNS[kind]).map((column) => [plain(column), column]))
  const columns = header.map((name) => known.get(plain(name)) ?? name)
  const faults = Object.entries(COLUMNS[kind]).flatMap(([column, isNeeded]) => {
    const times = columns.filter((name) => name === column).length
    if (isNeeded && times === 0) return [`the column "${column}" is missing`]
    return times > 1 ? [`the column "${column}" appears ${times} times`] : []
  })
  for (const column of kind === 'products' ? missingDiscountColumns(columns) : [])
    faults.push(`the column "${column}" is missing, a discount needs its type and its amount`)
  for (const fault of faults) findings.fileFault(file, fault, 1)
  return faults.length === 0 ? columns : undefined
}
