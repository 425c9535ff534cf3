import Table from 'cli-table3'
import type { summaryOf } from '#server/backup/format.ts'

/** A table as lines of plain text, the same on a terminal, in a log or through a pipe. Numbers are right-aligned. */
export function tableLines(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const isNumber = (_: string, i: number) => rows.length > 0 && rows.every((row) => NUMBER.test(row[i] ?? ''))
  const table = new Table({
    head: [...headings],
    chars: WITHOUT_LINES,
    colAligns: headings.map((heading, i) => (isNumber(heading, i) ? 'right' : 'left')),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  })
  table.push(...rows.map((row) => [...row]))
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
}
const NUMBER = /^[-+]?₦?[\d,.]+$/
const WITHOUT_LINES = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
  ...{ mid: '', 'mid-mid': '', 'left-mid': '', 'right-mid': '' },
  ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
  ...{ left: '', middle: '  ', right: '' },
}

/** "1 order", "2 orders"; `many` is needed where the plural is not formed with an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}

/** The contents of a backup in words. */
export function countsText({ orders, rows, pictures }: ReturnType<typeof summaryOf>): string {
  return `${counted(orders, 'order')}, ${counted(rows, 'row')} in all, ${counted(pictures, 'picture')}`
}

const TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
})

/** "2026-11-20 10:05" in Lagos time: sorts as text and is the same in every locale. */
export function timeText(time: Date): string {
  const [date = '', clock = ''] = TIME.format(time).split(', ')
  return `${date.split('/').toReversed().join('-')} ${clock}`
}

/** Cut to the width of a column. */
export function clipped(text: string): string {
  return text.length <= COLUMN_MAX_CHARS ? text : `${text.slice(0, COLUMN_MAX_CHARS - 1)}…`
}
const COLUMN_MAX_CHARS = 36

/** Makes untrusted text safe for a terminal: one line, without control characters. */
export function plainText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
