import { type ParseArgsConfig, parseArgs } from 'node:util'
import { parseMoment } from '#server/catalogue/moment.ts'
import { DAY_MS, HOUR_MS } from '#shared/duration.ts'
import { withoutInvisibleMarks } from '#shared/invisible-marks.ts'
import { type Kobo, koboFromNaira } from '#shared/naira.ts'

/** Invalid command-line arguments; the message says why. */
export class UsageError extends Error {
  override name = 'UsageError'
  /** The usage of the action that was typed; undefined for a command without actions. */
  usage: string | undefined
}

type Options = NonNullable<ParseArgsConfig['options']>

/** Parses options and positionals. Throws a UsageError for an unknown option or a missing value. */
export function readArguments<const O extends Options>(args: string[], options: O) {
  // Found here first, because the messages of parseArgs are meant for programmers.
  const { tokens } = parseArgs({ args, options, allowPositionals: true, strict: false, tokens: true })
  for (const token of tokens) {
    const fault = token.kind === 'option' ? faultOf(token, args, options) : undefined
    if (fault !== undefined) throw new UsageError(fault)
  }
  return parseArgs({ args, options, allowPositionals: true, strict: true })
}

/** An e-mail address as the shop stores it, without invisible marks that were pasted along. */
export function readAddress(typed: string): string {
  return withoutInvisibleMarks(typed).trim().toLowerCase()
}

type OptionToken = {
  name: string
  rawName: string
  index: number
  value?: string | undefined
  inlineValue?: boolean | undefined
}

function faultOf(
  { name, rawName, index, value, inlineValue }: OptionToken,
  args: string[],
  options: Options,
) {
  const option = Object.hasOwn(options, name) ? options[name] : undefined
  const typed = args[index] ?? rawName
  if (/^-\d/.test(typed)) return `${typed} is a negative number, and no argument here may be one.`
  if (option === undefined) {
    const known = Object.keys(options).map((each) => `--${each}`)
    return `There is no option ${rawName} here${known.length === 0 ? '' : `, only ${known.join(', ')}`}.`
  }
  if (option.type === 'boolean') return value === undefined ? undefined : `${rawName} takes no value.`
  if (value === undefined || value === '') return `${rawName} needs a value.`
  if (!inlineValue && value.length > 1 && value.startsWith('-'))
    return `${rawName} needs a value. One that starts with a dash is written as ${rawName}="${value}".`
  return undefined
}

/** Throws a UsageError if there are words although the command takes only options. */
export function refuseWords([word]: readonly string[], command: string): void {
  if (word !== undefined)
    throw new UsageError(`"${word}" is not understood: "${command}" takes only options, no words.`)
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
    throw new UsageError(`"${text}" is not a date: write 2026-12-31, 2026-12-31T18:00, 7d or 12h.`)
  return moment
}

/** Parses an end in the same forms, itself not included. A bare date ends with that day, as everybody takes it. */
export function readUntil(text: string | undefined, now: Date): Date | undefined {
  const moment = readSince(text, now)
  const dayEnd = text === undefined ? undefined : parseMoment(text, 'day ends')
  if (moment === undefined || dayEnd === undefined || dayEnd <= moment) return moment
  return new Date(dayEnd.getTime() + 1)
}

/** Parses a whole number between `least` and `most`. */
export function readWhole(text: string | undefined, what: string, least: number, most = WHOLE_MAX): number {
  const number = /^\d{1,7}$/.test(text ?? '') ? Number(text) : Number.NaN
  if (!(number >= least && number <= most))
    throw new UsageError(`${what} must be a whole number from ${least} to ${most.toLocaleString('en')}.`)
  return number
}
const WHOLE_MAX = 1_000_000

/** Parses naira as owners write it, "12500" or "12,499.50", into kobo. A comma separates thousands, never kobo. */
export function readNaira(text: string, what: string): Kobo {
  const written = text.replace(/^₦/, '')
  const amount = NAIRA.test(written) ? Number(written.replaceAll(',', '')) : 0
  if (amount === 0)
    throw new UsageError(`${what} must be an amount in naira, such as 12500, 12,499 or 12499.50.`)
  return koboFromNaira(amount)
}
const NAIRA = /^(\d{1,12}|\d{1,3}(,\d{3}){1,3})(\.\d{1,2})?$/

/** The reason for a change. It goes into the audit log, so it is required and must be short. */
export function readReason(text: string | undefined, option: string): string {
  const reason = text?.trim() ?? ''
  if (reason === '')
    throw new UsageError(
      `Say why with --${option} "…". It is kept in the audit log; do not name shoppers in it.`,
    )
  if (reason.length > REASON_MAX_CHARS)
    throw new UsageError(`--${option} takes at most ${REASON_MAX_CHARS} characters.`)
  return reason
}
const REASON_MAX_CHARS = 200
