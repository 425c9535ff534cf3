import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Act, recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { settings } from '#server/db/schema/shop.ts'

const KEY = 'parcel_mails'

const parcelMails = z.object({
  /** Whether buyers are mailed already when a parcel is packed. */
  packed: z.boolean().default(false),
  /** So long a mail about a parcel waits, so that a slip can be undone before the buyer hears of it. */
  undoForS: z.number().int().min(0).default(60),
})
export type ParcelMails = z.infer<typeof parcelMails>

/** What the owner has set about mails of parcels. */
export async function readParcelMails(db: Database): Promise<ParcelMails> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, KEY))
  return parcelMails.parse(row === undefined ? {} : JSON.parse(row.value))
}

/** Changes what is named, and returns everything as it is then. */
export async function changeParcelMails(
  tx: Database,
  by: Pick<Act, 'actor' | 'memberId' | 'device'>,
  wanted: Partial<ParcelMails>,
  now: Date,
): Promise<ParcelMails> {
  const before = await readParcelMails(tx)
  const after = { ...before, ...wanted }
  const value = JSON.stringify(after)
  await tx
    .insert(settings)
    .values({ key: KEY, value })
    .onConflictDoUpdate({ target: settings.key, set: { value } })
  await recordAct(tx, { ...by, action: 'parcel.mails', subject: 'shop', details: { before, after } }, now)
  return after
}
