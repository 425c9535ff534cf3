import type { ParcelState } from '#shared/parcel.ts'

/** Which mail tells of each step of a parcel. That it came back is told by a person. */
export const MAIL_OF = {
  packed: 'order_packed',
  sent: 'order_sent',
  delivered: 'order_delivered',
  returned: undefined,
} as const satisfies Record<ParcelState, string | undefined>

/** A parcel may be corrected several times: its n-th correction is a part of its own. */
export const correctionPart = (parcelId: string, n: number) => `${parcelId} ${n}`

/** The parcel that a mail is about, by its part. */
export const parcelOfPart = (part: string) => part.split(' ', 1)[0]
