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
