import { z } from 'zod'
import type { OwnerSetting } from '#server/audit/owner-setting.ts'

const parcelMails = z.object({
  /** Whether buyers are mailed already when a parcel is packed. */
  packed: z.boolean(),
  /** Whether buyers of late orders are mailed a new date by itself. */
  late: z.boolean(),
  /** So long a mail about a parcel waits, so that a slip can be undone before the buyer hears of it. */
  undoForS: z.number().int().min(0),
})
export type ParcelMails = z.infer<typeof parcelMails>

/** What the owner has set about mails of parcels. */
export const PARCEL_MAILS: OwnerSetting<ParcelMails> = {
  key: 'parcel_mails',
  schema: parcelMails,
  byDefault: { packed: false, late: false, undoForS: 60 },
  action: 'parcel.mails',
  subject: 'shop',
}
