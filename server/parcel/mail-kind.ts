import type { ParcelState } from '#shared/parcel.ts'

/** Which mail tells of each step of a parcel. That it came back is told by a person. */
export const MAIL_OF = {
  packed: 'order_packed',
  sent: 'order_sent',
  delivered: 'order_delivered',
  returned: undefined,
} as const satisfies Record<ParcelState, string | undefined>
