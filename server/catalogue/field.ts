import { z } from 'zod'
import { labelOf } from '#shared/label.ts'
import { koboFromNaira } from '#shared/naira.ts'
import { isStorable } from '#shared/storable-text.ts'
import type { Findings, Row } from './finding.ts'

const PRICE_MAX_NAIRA = 1_000_000_000

const isAbsent = (value: unknown) => value === undefined || value === null
const missingOr = (otherwise: string) => (issue: { input?: unknown }) =>
  isAbsent(issue.input) ? 'is missing' : otherwise

/** Text that may be empty. The messages of all fields complete "<field> …". */
export const textOrNone = (maxChars: number) =>
  z
    .string({ error: missingOr('must be text') })
    .trim()
    .max(maxChars, `is longer than ${maxChars} characters`)
    // Half of a character, as a text cut by a script may end with, would be stored as another one.
    .refine(
      (value) => isStorable(value) && value.isWellFormed(),
      'contains a character that the database cannot store',
    )

export const text = (maxChars: number) => textOrNone(maxChars).min(1, 'is missing')

/** A name that shoppers choose from, as the shop compares it. */
export const label = (maxChars: number) => text(maxChars).transform(labelOf)

export const whole = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max.toLocaleString('en')}`
  return z
    .int({ error: missingOr(message) })
    .min(min, message)
    .max(max, message)
}

export const number = z.number({ error: missingOr('must be a number, without separators or signs') })

/** Naira in the file, converted to kobo. */
export const naira = z
  .number({
    error: missingOr('must be an amount in naira such as 12500 or 12499.50, without separators or signs'),
  })
  .min(0, 'must not be negative')
  .max(PRICE_MAX_NAIRA, `must not be above ${PRICE_MAX_NAIRA.toLocaleString('en')}`)
  .refine(isWholeKobo, 'must not have more than two decimals')
  .transform(koboFromNaira)

function isWholeKobo(amount: number): boolean {
  try {
    koboFromNaira(amount)
    return true
  } catch {
    return false
  }
}

export const moment = (bareDate: 'day starts' | 'day ends') =>
  z.string({ error: missingOr('must be a date') }).transform((value, context) => {
    const parsed = parseMoment(value, bareDate)
    if (parsed) return parsed
    context.addIssue('must be a date such as 2026-12-31 or 2026-12-31T18:00')
    return z.NEVER
  })

/** A JSON file may have null for a missing value. */
export const optional = <T extends z.ZodType>(type: T) =>
  z.preprocess((value) => value ?? undefined, type.optional())

/** Undefined when the file does not name the list; null, as a JSON file may have, is an empty one. */
export const listOf = (maxCount: number, entry: z.ZodType<string>) =>
  z.preprocess(
    (value) => (value === null ? [] : value),
    z.array(entry, { error: 'must be a list' }).max(maxCount, `has more than ${maxCount} entries`).optional(),
  )

/** Parses each field separately, so that a bad price does not hide a bad size. Invalid fields are reported and left out. */
export function readFields<S extends Record<string, z.ZodType>>(
  shape: S,
  row: Row,
  findings: Pick<Findings, 'fault'>,
): Partial<{ [K in keyof S]: z.output<S[K]> }> {
  const values: Record<string, unknown> = {}
  for (const [field, type] of Object.entries(shape)) {
    const parsed = type.safeParse(row.fields[field])
    if (parsed.success) values[field] = parsed.data
    else
      for (const issue of parsed.error.issues)
        findings.fault(row, field, `${nameOf(field, issue.path)} ${issue.message}`)
  }
  return values as Partial<{ [K in keyof S]: z.output<S[K]> }>
}

/** ["tags", 2] → "tags entry 3" */
function nameOf(field: string, path: readonly PropertyKey[]): string {
  return [field, ...path.map((part) => (typeof part === 'number' ? `entry ${part + 1}` : String(part)))].join(
    ' ',
  )
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?) ?(Z|[+-]\d{2}:\d{2})?)?$/
/** West Africa Time, which has no daylight saving. */
const SHOP_OFFSET = '+01:00'

/**
 * Parses "2026-12-31", "2026-12-31 18:00" or a full ISO 8601 time; without an offset it is in Lagos time. A bare date is
 * that day's first or last millisecond. Undefined for anything else, and for dates that do not exist or are before 1970.
 */
export function parseMoment(text: string, bareDate: 'day starts' | 'day ends'): Date | undefined {
  const match = MOMENT.exec(text.trim())
  if (!match) return undefined
  const [, day = '', time, offset] = match
  const dayStart = new Date(`${day}T00:00:00Z`)
  if (!(dayStart.getTime() >= 0) || !dayStart.toISOString().startsWith(day)) return undefined
  const clock = time ?? (bareDate === 'day starts' ? '00:00:00.000' : '23:59:59.999')
  const moment = new Date(`${day}T${clock}${offset ?? SHOP_OFFSET}`)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}
