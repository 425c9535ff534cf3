/** Lines of columns under their headings, numbers to the right. Plain text: reads the same in a log or through a pipe. */
export function tableLines(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = headings.map((heading, i) =>
    Math.max(heading.length, ...rows.map((row) => row[i]?.length ?? 0)),
  )
  const isNumber = headings.map((_, i) => rows.length > 0 && rows.every((row) => NUMBER.test(row[i] ?? '')))
  const lineOf = (cells: readonly string[]) =>
    cells
      .map((cell, i) => (isNumber[i] ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd()
  return [lineOf(headings), ...rows.map(lineOf)]
}
const NUMBER = /^[-+]?₦?[\d,.]+$/

const TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
})

/** "2026-11-20 10:05" in Lagos: sorts as text, and reads the same everywhere. */
export function timeText(time: Date): string {
  const [date = '', clock = ''] = TIME.format(time).split(', ')
  return `${date.split('/').toReversed().join('-')} ${clock}`
}

/** Not wider than a column may be. */
export function clipped(text: string): string {
  return text.length <= COLUMN_MAX_CHARS ? text : `${text.slice(0, COLUMN_MAX_CHARS - 1)}…`
}
const COLUMN_MAX_CHARS = 36

/** Text that came from outside, made safe for a terminal: no control characters, one line. */
export function plainText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
