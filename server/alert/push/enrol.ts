import { type By, recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { deleteOwnPushSubscription, putPushSubscription } from '#server/staff/push-store.ts'
import type { StaffSession } from '#server/staff/session-store.ts'
import { ShopError } from '#shared/errors.ts'
import { isPushService } from './push-service.ts'

type EnrolDependencies = Pick<Dependencies, 'now' | 'settings'>
type Self = { session: StaffSession; by: By }

/** From now on a member's device is told of orders and disputes. */
export async function enrolDevice(
  tx: Database,
  { now, settings }: EnrolDependencies,
  { session, by }: Self,
  { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
): Promise<void> {
  if (!isPushService(endpoint, settings))
    throw new ShopError('VALIDATION', 'The shop does not know the push service of this browser.')
  const { id: sessionId, memberId, device, browser, email } = session
  await putPushSubscription(tx, { endpoint, ...keys, memberId, sessionId, device, browser }, now())
  await recordAct(tx, { ...by, action: 'staff.push-add', subject: email, details: { device } }, now())
}

export async function removeDevice(
  tx: Database,
  { now }: EnrolDependencies,
  { session, by }: Self,
  id: string,
): Promise<void> {
  const device = await deleteOwnPushSubscription(tx, session.memberId, id)
  if (device === undefined) return
  const act = { ...by, action: 'staff.push-remove', subject: session.email, details: { device } }
  await recordAct(tx, act, now())
}
