import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'

export type CsvTable = {
  header: string[]
  /** `line` is where the row begins; `cells` are trimmed, by the header's position. */
  rows: { line: number; cells: string[] }[]
}

/** The text is no CSV; the message completes "this line …". */
export class CsvFault extends Error {
  readonly line: number
  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/**
 * Reads what spreadsheets save: commas, semicolons or tabs between cells, quotes where needed, either line ending,
 * with or without a byte order mark. Empty lines are passed over.
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
    // The library's types do not know what its option `info` does.
    return parsed as RecordWithInfo[]
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = 'lines' in error && typeof error.lines === 'number' ? error.lines : 1
    throw new CsvFault(
      line,
      error.code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'begins a quote (") that never ends'
        : `is not CSV (${error.message})`,
    )
  }
}

/** Whichever the header has most of; a header's own names hold none of the three. */
function delimiterOf(text: string): string {
  const header = text.slice(0, text.search(/\n|$/))
  const count = (delimiter: string) => header.split(delimiter).length
  return [';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best), ',')
}
