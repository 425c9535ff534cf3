import { z } from 'zod'
import { labelOf } from '#shared/label.ts'
import type { StockRow } from './catalogue.ts'
import { numberIfPlain } from './csv-fields.ts'
import { optional, readFields, whole } from './field.ts'
import type { Findings, Row } from './finding.ts'

const STOCK_ROW = {
  color: optional(z.string('must be text').trim()),
  size: optional(z.string('must be text').trim()),
  quantity: whole(0, 1_000_000),
}

type Choices = { colors: string[] | undefined; sizes: string[] | undefined }

/**
 * The product's valid stock rows; every other row is a fault. A colour and size without a row gets no stock item. Undefined
 * when the row does not name the stock of a product that the shop knows.
 */
export function checkStock(
  row: Row,
  choices: Choices,
  { isKnown, setStock }: { isKnown: boolean; setStock: boolean },
  findings: Findings,
): StockRow[] | undefined {
  if (row.fields.stock === undefined && isKnown) return undefined
  const given = row.fields.stock ?? []
  if (!Array.isArray(given)) {
    findings.fault(row, 'stock', 'stock must be a list')
    return []
  }
  if (given.length === 0) {
    const effect = isKnown && !setStock ? 'keeps the stock that the shop has' : 'will be out of stock'
    findings.warning(row, 'stock', `stock is empty, the product ${effect}`)
  }
  const seen = new Set<string>()
  return given.flatMap((entry: unknown, i) => {
    const say = (message: string) => findings.fault(row, 'stock', `stock entry ${i + 1} ${message}`)
    const stockRow = readStockRow(entry, row, choices, say)
    if (!stockRow) return []
    const color = namedAs(stockRow.color, choices.colors)
    const size = namedAs(stockRow.size, choices.sizes)
    checkChoice('colour', color, choices.colors, say)
    checkChoice('size', size, choices.sizes, say)
    const key = JSON.stringify([color, size])
    if (seen.has(key)) say(`repeats ${[color, size].filter(Boolean).join('/') || 'the product'}`)
    seen.add(key)
    return [{ ...stockRow, color, size }]
  })
}

function readStockRow(
  given: unknown,
  row: Row,
  choices: Choices,
  say: (message: string) => void,
): StockRow | undefined {
  const entry = typeof given === 'string' ? stockRowFromText(given, ...namesFor(choices, row)) : given
  if (typeof entry !== 'object' || entry === null) {
    say('must be an object: { color, size, quantity }')
    return undefined
  }
  const faults: string[] = []
  const collect = { fault: (_row: Row, _field: string | null, message: string) => void faults.push(message) }
  const { color, size, quantity } = readFields(STOCK_ROW, { ...row, fields: { ...entry } }, collect)
  for (const fault of faults) say(fault)
  return quantity === undefined || faults.length > 0
    ? undefined
    : { color: color ?? '', size: size ?? '', quantity }
}

/** As the product's own list spells it. */
const namedAs = (name: string, among: readonly string[] | undefined) =>
  among?.find((other) => labelOf(other) === labelOf(name)) ?? labelOf(name)

const isAmong = (name: string, among: readonly string[]) =>
  among.some((other) => labelOf(other) === labelOf(name))

/** The colours and sizes between which a text is split; also a list that is invalid has names. */
function namesFor({ colors, sizes }: Choices, { fields }: Row): [colors: string[], sizes: string[]] {
  const textsIn = (list: unknown) =>
    Array.isArray(list) ? list.filter((name): name is string => typeof name === 'string') : []
  return [colors ?? textsIn(fields.colors), sizes ?? textsIn(fields.sizes)]
}

/** `known` is undefined when the product's own list is invalid: then the name cannot be checked. */
function checkChoice(
  what: 'colour' | 'size',
  name: string,
  known: readonly string[] | undefined,
  say: (message: string) => void,
): void {
  if (known === undefined) return
  if (known.length === 0) {
    if (name !== '') say(`names the ${what} "${name}", but the product has no ${what}s`)
  } else if (name === '') say(`names no ${what}`)
  else if (!known.includes(name)) say(`names the ${what} "${name}", which is not among ${known.join(', ')}`)
}

/**
 * Parses an entry such as "black/S:12", "black:12" (no sizes), "S:12" (no colours) or "12" (neither). A name may itself
 * contain a slash ("black/white", "UK 8/EU 42"): the split that gives a known colour and size wins.
 */
function stockRowFromText(
  entry: string,
  colors: readonly string[],
  sizes: readonly string[],
): { color: string; size: string; quantity: number | string | undefined } {
  const colon = entry.lastIndexOf(':')
  const quantity = numberIfPlain(entry.slice(colon + 1).trim())
  if (colon < 0) return { color: '', size: '', quantity }
  return { ...choiceFromText(entry.slice(0, colon).trim(), colors, sizes), quantity }
}

function choiceFromText(text: string, colors: readonly string[], sizes: readonly string[]) {
  if (sizes.length === 0 && colors.length > 0) return { color: text, size: '' }
  if (colors.length === 0 && sizes.length > 0) return { color: '', size: text }
  const parts = text.split('/')
  const splits = parts.map((_, i) => ({
    color: parts.slice(0, i).join('/').trim(),
    size: parts.slice(i).join('/').trim(),
  }))
  const known = splits.find(({ color, size }) => isAmong(color, colors) && isAmong(size, sizes))
  return known ?? splits[1] ?? { color: text, size: '' }
}
