import { type By, recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { dropOwedMail, takeBackMail } from '#server/mail/store.ts'
import { noteAllPacked } from '#server/order/packed-store.ts'
import type { Parcel } from '#server/order/parcel-list-store.ts'
import type { SendForm } from '#shared/contract/admin/parcel.ts'
import { courierName } from '#shared/courier.ts'
import { ShopError } from '#shared/errors.ts'
import { PARCEL_FROM, type ParcelState } from '#shared/parcel.ts'
import { normalPhone } from '#shared/phone.ts'
import { lockParcel, type ParcelDependencies, refuseObstacles } from './locked.ts'
import { MAIL_OF } from './mail-kind.ts'
import { queueParcelMail } from './queue-mail.ts'
import { changeParcelRow, listExchangesLeft, listLeft, removeParcel } from './store.ts'

type Change = Parameters<typeof changeParcelRow>[2]
/** `shown` is the state in which whoever decides has seen the parcel. */
type Shown = { parcelId: string; shown?: ParcelState | undefined }

/** A courier has the parcel. The buyer is mailed. */
export function sendParcel(
  tx: Database,
  dependencies: ParcelDependencies,
  by: By,
  { parcelId, courier, tracking = '', riderPhone = '', anyway = false }: SendForm & { parcelId: string },
): Promise<string> {
  const phone = normalPhone(riderPhone) ?? ''
  const note = `${courierName(courier)}${tracking === '' ? '' : ', with a number'}${anyway ? ', anyway' : ''}`
  const change = { sentBy: by.actor, courier, tracking, riderPhone: phone }
  return move(tx, dependencies, by, { parcelId }, 'sent', change, { note, anyway })
}

/** The parcel has arrived. The buyer is mailed. */
export function deliverParcel(
  tx: Database,
  dependencies: ParcelDependencies,
  by: By,
  shown: Shown,
): Promise<string> {
  return move(tx, dependencies, by, shown, 'delivered')
}

/** The parcel came back, delivered or not. What it holds may be packed once more. */
export function returnParcel(
  tx: Database,
  dependencies: ParcelDependencies,
  by: By,
  shown: Shown,
): Promise<string> {
  return move(tx, dependencies, by, shown, 'returned')
}

const AT = { sent: 'sentAt', delivered: 'deliveredAt', returned: 'returnedAt' } as const
const VERB = { sent: 'send', delivered: 'deliver', returned: 'return' } as const

/** Moves a parcel on, with its mail and its entry in the audit log. Returns its order's id. */
async function move(
  tx: Database,
  { jobs, now }: ParcelDependencies,
  by: By,
  { parcelId, shown }: Shown,
  to: keyof typeof VERB,
  change: Change = {},
  { note = '', anyway = false } = {},
): Promise<string> {
  const from = PARCEL_FROM[to]
  const { order, parcel } = await lockParcel(
    tx,
    parcelId,
    shown === undefined ? from : from.filter((state) => state === shown),
  )
  if (to === 'sent') {
    await refuseObstacles(tx, order.id, anyway)
    await dropOwedMail(tx, order.id, 'order_late')
  }
  await changeParcelRow(tx, parcelId, { ...change, state: to, [AT[to]]: now() })
  await queueParcelMail(tx, jobs, order, { id: parcelId, state: to }, now())
  await recordMove(tx, by, parcel, VERB[to], to, note, now())
  return order.id
}

function recordMove(
  tx: Database,
  by: By,
  { orderId, number, state }: Parcel,
  verb: string,
  to: ParcelState | null,
  note: string,
  now: Date,
): Promise<void> {
  const details = { state: [state, to], note: [`parcel ${number}`, note].filter(Boolean).join(', ') }
  return recordAct(tx, { ...by, action: `parcel.${verb}`, subject: orderId, details }, now)
}

/**
 * Takes the last step of a parcel back, with the mail about it. Refused once anybody has tried to send that mail. Returns its order's
 * id.
 */
export async function undoParcel(
  tx: Database,
  { now }: Pick<ParcelDependencies, 'now'>,
  by: By,
  { parcelId, shown }: { parcelId: string; shown: ParcelState },
): Promise<string> {
  const { order, parcel } = await lockParcel(tx, parcelId, [shown])
  const kind = MAIL_OF[parcel.state]
  if (kind !== undefined && !(await takeBackMail(tx, { orderId: order.id, kind, part: parcelId })))
    throw new ShopError('REFUSED', 'The buyer has been mailed about it already, so it cannot be undone.')
  if (parcel.state === 'returned' && (await isPackedAgain(tx, parcel)))
    throw new ShopError(
      'REFUSED',
      'What came back is in another parcel by now, or is on sale again. Undo that first.',
    )
  const before = stateBefore(parcel)
  if (before === undefined) await removeParcel(tx, parcelId)
  else await changeParcelRow(tx, parcelId, before)
  await noteAllPacked(tx, order.id, now())
  await recordMove(tx, by, parcel, 'undo', before?.state ?? null, '', now())
  return order.id
}

/** Whether less is left of a returned parcel's lines than it holds, or its exchange is in another parcel, or has ended. */
async function isPackedAgain(tx: Database, { orderId, exchange, lines }: Parcel): Promise<boolean> {
  if (exchange !== null)
    return (await listExchangesLeft(tx, orderId)).every(({ number }) => number !== exchange)
  const leftOf = new Map((await listLeft(tx, orderId)).map(({ position, quantity }) => [position, quantity]))
  return lines.some(({ position, quantity }) => quantity > (leftOf.get(position) ?? 0))
}

/** What a parcel was before its last step; undefined if there was none. */
function stateBefore({ state, deliveredAt }: Parcel): (Change & { state: ParcelState }) | undefined {
  switch (state) {
    case 'packed':
      return undefined
    case 'sent':
      return { state: 'packed', sentAt: null, sentBy: null, courier: null, tracking: '', riderPhone: '' }
    case 'delivered':
      return { state: 'sent', deliveredAt: null }
    case 'returned':
      return { state: deliveredAt === null ? 'sent' : 'delivered', returnedAt: null }
  }
}
