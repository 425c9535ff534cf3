import { InvalidArgumentError } from '@commander-js/extra-typings'
import type { z } from 'zod'
import { parseMoment } from '#server/catalogue/field.ts'
import { Refusal } from '#server/refusal.ts'
import { DAY_MS, HOUR_MS } from '#shared/duration.ts'
import { withoutInvisibleMarks } from '#shared/invisible-marks.ts'
import { REASON_MAX_CHARS } from '#shared/limits.ts'
import { type Kobo, koboFromNaira } from '#shared/naira.ts'

/** An e-mail address as the shop stores it, without invisible marks that were pasted along. */
export function readAddress(typed: string): string {
  return withoutInvisibleMarks(typed).trim().toLowerCase()
}

/** Parses "2026-11-20" or "2026-11-20 18:00" (Lagos time), or "3d" and "12h" as an age. */
export function readSince(text: string, now: Date): Date
export function readSince(text: string | undefined, now: Date): Date | undefined
export function readSince(text: string | undefined, now: Date): Date | undefined {
  if (text === undefined) return undefined
  const [, count, unit] = /^(\d{1,4})([dh])$/.exec(text.trim()) ?? []
  if (count !== undefined) return new Date(now.getTime() - Number(count) * (unit === 'd' ? DAY_MS : HOUR_MS))
  const moment = parseMoment(text, 'day starts')
  if (moment === undefined)
    throw new InvalidArgumentError(`"${text}" is not a date: write 2026-12-31, 2026-12-31T18:00, 7d or 12h.`)
  return moment
}

/** Parses an end in the same forms, itself not included. A bare date ends with that day, as everybody takes it. */
export function readUntil(text: string | undefined, now: Date): Date | undefined {
  const moment = readSince(text, now)
  const dayEnd = text === undefined ? undefined : parseMoment(text, 'day ends')
  if (moment === undefined || dayEnd === undefined || dayEnd <= moment) return moment
  return new Date(dayEnd.getTime() + 1)
}

/** A day in Lagos, written 2026-12-31. */
export function readDay(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && parseMoment(text, 'day starts') !== undefined
  if (!isDay) throw new InvalidArgumentError(`"${text}" is not a day: write 2026-12-31.`)
  return text
}

/** A parser of whole numbers from `least` to `most`; `what` names the number in messages. */
export const readWhole =
  (what: string, least: number, most = WHOLE_MAX) =>
  (text: string | undefined): number => {
    const number = /^\d{1,7}$/.test(text ?? '') ? Number(text) : Number.NaN
    if (!(number >= least && number <= most))
      throw new InvalidArgumentError(
        `${what} must be a whole number from ${least} to ${most.toLocaleString('en')}.`,
      )
    return number
  }
const WHOLE_MAX = 1_000_000

/** Parses naira as owners write it, "12500" or "12,499.50", into kobo. A comma separates thousands, never kobo. */
export function readNaira(text: string): Kobo {
  const written = text.replace(/^₦/, '')
  const amount = NAIRA.test(written) ? Number(written.replaceAll(',', '')) : 0
  if (amount === 0)
    throw new InvalidArgumentError('It must be an amount in naira, such as 12500, 12,499 or 12499.50.')
  return koboFromNaira(amount)
}
const NAIRA = /^(\d{1,12}|\d{1,3}(,\d{3}){1,3})(\.\d{1,2})?$/

/** The reason for a change. It goes into the audit log, so it is required and must be short. */
export function readReason(text: string): string {
  const reason = text.trim()
  if (reason === '') throw new InvalidArgumentError('It must not be empty.')
  if (reason.length > REASON_MAX_CHARS)
    throw new InvalidArgumentError(`It takes at most ${REASON_MAX_CHARS} characters.`)
  return reason
}
export const REASON_RULE = 'why; it is kept in the audit log, so do not name shoppers in it'

/** A parser of one of these words, in whatever case. */
export const readOneOf =
  <Word extends string>(words: readonly Word[]) =>
  (text: string): Word => {
    const word = words.find((each) => each === text.trim().toLowerCase())
    if (word === undefined) throw new InvalidArgumentError(`It must be one of: ${words.join(', ')}.`)
    return word
  }

/** A parser by the schema of the admin's field, which refuses in its words. */
export const readAs =
  <Parsed>(schema: z.ZodType<Parsed>) =>
  (text: string): Parsed => {
    const parsed = schema.safeParse(text)
    if (!parsed.success) throw new InvalidArgumentError(`${parsed.error.issues[0]?.message ?? 'Not valid'}.`)
    return parsed.data
  }

/** Who runs a command. A name that starts with a dash is an option whose own name was forgotten. */
export function readActor(text: string): string {
  const name = text.trim()
  if (name === '' || name.startsWith('-')) throw new InvalidArgumentError('It needs a name.')
  return name.slice(0, ACTOR_MAX_CHARS)
}
const ACTOR_MAX_CHARS = 60

/** Parses by the schema of the admin's form, and refuses in its words. */
export function parseOrRefuse<Parsed>(schema: z.ZodType<Parsed>, written: unknown): Parsed {
  const parsed = schema.safeParse(written)
  if (parsed.success) return parsed.data
  throw new Refusal(`${parsed.error.issues[0]?.message ?? 'Not valid'}.`)
}
