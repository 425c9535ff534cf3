import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { settings } from '#server/db/schema/shop.ts'
import type { By } from '#server/staff/member.ts'
import { ShopError } from '#shared/errors.ts'

const KEY = 'parcel_mails'

const parcelMails = z.object({
  /** Whether buyers are mailed already when a parcel is packed. */
  packed: z.boolean().default(false),
  /** Whether buyers of late orders are mailed a new date by itself. */
  late: z.boolean().default(false),
  /** So long a mail about a parcel waits, so that a slip can be undone before the buyer hears of it. */
  undoForS: z.number().int().min(0).default(60),
})
export type ParcelMails = z.infer<typeof parcelMails>

/** What the owner has set about mails of parcels. */
export async function readParcelMails(db: Database): Promise<ParcelMails> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, KEY))
  return parse(row?.value)
}

const parse = (value = '{}') => parcelMails.parse(JSON.parse(value))

/**
 * Changes what is named, if anything is, and returns everything as it is then. `shown` is what whoever decides has seen of it: if that has changed
 * meanwhile, nothing is.
 */
export async function changeParcelMails(
  tx: Database,
  by: By,
  wanted: Partial<ParcelMails>,
  now: Date,
  shown: Partial<ParcelMails> = {},
): Promise<ParcelMails> {
  const isIt = eq(settings.key, KEY)
  await tx.insert(settings).values({ key: KEY, value: '{}' }).onConflictDoNothing()
  const [row] = await tx.select({ value: settings.value }).from(settings).where(isIt).for('update')
  const before = parse(row?.value)
  if (!isDeepStrictEqual({ ...before, ...shown }, before))
    throw new ShopError('CHANGED_MEANWHILE', 'Somebody changed this meanwhile. Please look again.')
  if (Object.keys(wanted).length === 0) return before
  const after = { ...before, ...wanted }
  await tx
    .update(settings)
    .set({ value: JSON.stringify(after) })
    .where(isIt)
  await recordAct(tx, { ...by, action: 'parcel.mails', subject: 'shop', details: { before, after } }, now)
  return after
}
