import { isDeepStrictEqual } from 'node:util'
import { type By, recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import type { CorrectForm, Delivery } from '#shared/contract/admin/parcel.ts'
import { courierName } from '#shared/courier.ts'
import { ShopError } from '#shared/errors.ts'
import { normalPhone } from '#shared/phone.ts'
import { lockParcel, type ParcelDependencies } from './locked.ts'
import { queueCorrectionMail } from './queue-mail.ts'
import { changeParcelRow } from './store.ts'

/**
 * Corrects who brings a parcel that is on its way, and under which number. A buyer who may have read the wrong one is mailed the
 * right one; a mail that has not gone out says it anyway. `shown` is what whoever corrects has seen. Returns its order's id.
 */
export async function correctParcel(
  tx: Database,
  dependencies: ParcelDependencies,
  by: By,
  { parcelId, courier, tracking = '', riderPhone = '', shown }: CorrectForm & { parcelId: string },
): Promise<string> {
  const { jobs, now } = dependencies
  const { order, parcel } = await lockParcel(tx, parcelId, ['sent'])
  const before = deliveryOf(parcel)
  const after = { courier, tracking, riderPhone: normalPhone(riderPhone) ?? '' }
  if (shown !== undefined && !isDeepStrictEqual(shown, before))
    throw new ShopError(
      'CHANGED_MEANWHILE',
      `Somebody corrected it meanwhile: ${inWords(before)}. Please look again.`,
    )
  if (isDeepStrictEqual(before, after))
    throw new ShopError('REFUSED', 'This is what it says already. Nothing was changed.')
  await changeParcelRow(tx, parcelId, after)
  await queueCorrectionMail(tx, jobs, order, parcelId, now())
  const details = {
    note: `parcel ${parcel.number}: ${recorded(before)} → ${recorded(after)}`,
    courier: [before.courier, courier],
    tracking: [endOf(before.tracking), endOf(tracking)],
    riderPhone: [endOf(before.riderPhone), endOf(after.riderPhone)],
  }
  await recordAct(tx, { ...by, action: 'parcel.correct', subject: order.id, details }, now())
  return order.id
}

/** Of a parcel that was sent, so that it has a courier. */
const deliveryOf = (parcel: { courier: string | null; tracking: string; riderPhone: string }): Delivery => ({
  courier: parcel.courier ?? '',
  tracking: parcel.tracking,
  riderPhone: parcel.riderPhone,
})

const inWords = ({ courier, tracking, riderPhone }: Delivery) =>
  [courierName(courier), tracking, riderPhone].filter(Boolean).join(', ')

/** The courier's page shows to whom a parcel goes, and the log names no shopper: of a number it has the end alone. */
const endOf = (text: string) => (text === '' ? '' : `…${text.length > 6 ? text.slice(-4) : ''}`)

const recorded = ({ courier, tracking, riderPhone }: Delivery) =>
  [courierName(courier), endOf(tracking), endOf(riderPhone)].filter(Boolean).join(' ')
