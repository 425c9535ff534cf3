import { type ParseArgsConfig, parseArgs } from 'node:util'
import { parseMoment } from '#server/catalogue/moment.ts'
import { DAY_MS, HOUR_MS } from '#shared/duration.ts'
import { type Kobo, koboFromNaira } from '#shared/naira.ts'

/** The command was not understood; the message says why. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}

type Options = NonNullable<ParseArgsConfig['options']>

/** Reads options and what stands between them. Throws a UsageError for an option that does not exist or lacks its value. */
export function readArguments<const O extends Options>(args: string[], options: O) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}

/** "2026-11-20", "2026-11-20 18:00" in Lagos, or "3d", "12h" for that long ago. */
export function readSince(text: string | undefined, now: Date): Date | undefined {
  if (text === undefined) return undefined
  const [, count, unit] = /^(\d{1,4})([dh])$/.exec(text.trim()) ?? []
  if (count !== undefined) return new Date(now.getTime() - Number(count) * (unit === 'd' ? DAY_MS : HOUR_MS))
  const moment = parseMoment(text, 'day starts')
  if (moment === undefined)
    throw new UsageError(`"${text}" is no date: write 2026-12-31, 2026-12-31T18:00, 7d or 12h.`)
  return moment
}

/** A whole number from `least` up, of at most a million. */
export function readWhole(text: string | undefined, what: string, least: number): number {
  const number = /^\d{1,7}$/.test(text ?? '') ? Number(text) : Number.NaN
  if (!(number >= least && number <= 1_000_000))
    throw new UsageError(`${what} must be a whole number from ${least}.`)
  return number
}

/** Naira as an owner writes them, "12500" or "12,499.50", in kobo. */
export function readNaira(text: string, what: string): Kobo {
  const plain = text.replace(/^₦/, '').replaceAll(',', '')
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(plain) || Number(plain) === 0) {
    throw new UsageError(`${what} must be an amount in naira, such as 12500 or 12499.50.`)
  }
  return koboFromNaira(Number(plain))
}

/** Why something is done: kept on record, so it must be there, and in few words. */
export function readReason(text: string | undefined, option: string): string {
  const reason = text?.trim() ?? ''
  if (reason === '')
    throw new UsageError(`Say why with --${option} "…". It is kept on record; name no shopper in it.`)
  if (reason.length > REASON_MAX_CHARS)
    throw new UsageError(`--${option} takes at most ${REASON_MAX_CHARS} characters.`)
  return reason
}
const REASON_MAX_CHARS = 200
