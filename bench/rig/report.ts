import type { Spread } from './measure.ts'
import type { Row } from './row.ts'

/** At most three significant digits below 100, whole numbers from there on. */
export function shown(value: number): string {
  if (!Number.isFinite(value)) return '–'
  if (value >= 100) return Math.round(value).toLocaleString('en-GB')
  return value.toPrecision(value >= 10 ? 3 : 2)
}

export function spread({ median, min, max }: Spread, unit = ''): string {
  return `${shown(median)}${unit} (${shown(min)}–${shown(max)})`
}

export function where({ database, products }: Pick<Row, 'database' | 'products'>): string {
  return [database, products === undefined ? undefined : `${products.toLocaleString('en-GB')} products`]
    .filter((part) => part !== undefined)
    .join(', ')
}

const unitOf = ({ shop: { unit } }: Row) => (unit === '/s' ? '/s' : ` ${unit}`)

function verdict({ demands }: Row): string {
  return demands.map(({ says, isMet }) => `${isMet ? 'met' : 'MISSED'}: ${says}`).join('; ')
}

function cpu({ cpuMsPerResponse = {} }: Row): string {
  return Object.entries(cpuMsPerResponse)
    .map(([name, ms]) => `${name} ${shown(ms)}`)
    .join(', ')
}

/** A row as printed in the terminal. */
export function rowText(row: Row): string {
  const parts = [
    `${row.what} · ${where(row)}`,
    `  ${spread(row.shop.value, unitOf(row))}`,
    row.floor ? `floor ${spread(row.floor.value, unitOf(row))}` : '',
    row.ratio ? `ratio ${spread(row.ratio)}` : '',
    row.p99Ms ? `p99 ${spread(row.p99Ms, ' ms')}` : '',
    row.cpuMsPerResponse ? `cpu ms ${cpu(row)}` : '',
  ]
  const [title, ...figures] = parts.filter((part) => part !== '')
  return `${title}\n${figures.join('  ')}\n${row.demands.length === 0 ? '' : `  ${verdict(row)}\n`}`
}

const COLUMNS = [
  'what',
  'database, products',
  'shop',
  'floor',
  'ratio',
  'p99',
  'CPU ms per response',
  'target',
]

function cells(row: Row): string[] {
  return [
    row.what,
    where(row),
    spread(row.shop.value, unitOf(row)),
    row.floor ? `${spread(row.floor.value, unitOf(row))}: ${row.floor.what}` : '',
    row.ratio ? spread(row.ratio) : '',
    row.p99Ms ? spread(row.p99Ms, ' ms') : '',
    cpu(row),
    row.demands.map(({ says, isMet }) => (isMet ? `${says}: met` : `**${says}: missed**`)).join('; '),
  ]
}

export function rowsTable(rows: readonly Row[]): string {
  const line = (parts: readonly string[]) => `| ${parts.join(' | ')} |\n`
  return line(COLUMNS) + line(COLUMNS.map(() => '---')) + rows.map((row) => line(cells(row))).join('')
}
