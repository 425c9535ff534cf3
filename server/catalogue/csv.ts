import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'

export type CsvTable = {
  header: string[]
  /** `line` is the row's first line; `cells` are trimmed and in the header's order. */
  rows: { line: number; cells: string[] }[]
}

/** The text is not valid CSV; the message completes "the line …". */
export class CsvSyntaxError extends Error {
  override name = 'CsvSyntaxError'
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/**
 * Parses CSV as spreadsheets save it: separated by commas, semicolons or tabs, quotes where needed, either line ending,
 * with or without a byte order mark. Skips empty lines.
 */
export function parseCsv(text: string): CsvTable {
  const unixText = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const [first, ...rest] = records(unixText)
  if (!first) return { header: [], rows: [] }
  const rows = rest.map(({ record, info }) => ({
    line: info.lines - record.join('').split('\n').length + 1,
    cells: record.map((cell) => cell.trim()),
  }))
  return {
    header: first.record.map((cell) => cell.trim()),
    rows: rows.filter(({ cells }) => cells.some(Boolean)),
  }
}

type RecordWithInfo = { record: string[]; info: { lines: number } }

function records(text: string): RecordWithInfo[] {
  try {
    const parsed: unknown = parse(text, {
      delimiter: delimiterOf(text),
      info: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      relax_quotes: true,
    })
    // The library's types do not reflect its option `info`.
    return parsed as RecordWithInfo[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = 'lines' in error && typeof error.lines === 'number' ? error.lines : 1
    throw new CsvSyntaxError(
      line,
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'begins a quote (") that never ends'
        : `is not CSV (${error.message})`,
    )
  }
}

/** The most frequent separator in the header; column names contain none of the three. */
function delimiterOf(text: string): string {
  const header = text.slice(0, text.search(/\n|$/))
  const count = (delimiter: string) => header.split(delimiter).length
  return [';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best), ',')
}
