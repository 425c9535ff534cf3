import webPush from 'web-push'
import type { PushSubscription } from '#server/staff/push-store.ts'
import type { PushMessage as DeviceMessage } from '#shared/contract/admin/push.ts'
import { shop } from '#shop.config'
import type { VapidKeys } from './vapid.ts'

/** A phone that is off for longer is told nothing: the mail is there. */
const LIVES_S = 12 * 60 * 60
const TIMEOUT_MS = 10_000

export type PushMessage = DeviceMessage & { isUrgent: boolean }

/** `gone`: the device is not enrolled any more. `later`: the push service has trouble, or asks to wait. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'later'

/** Encrypted for the device: the push service cannot read it. */
export async function sendPush(
  { endpoint, p256dh, auth }: PushSubscription,
  { isUrgent, ...message }: PushMessage,
  { publicKey, privateKey }: VapidKeys,
): Promise<PushOutcome> {
  let request: webPush.RequestDetails
  try {
    request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(message), {
      vapidDetails: { subject: `mailto:${shop.email}`, publicKey, privateKey },
      TTL: LIVES_S,
      urgency: isUrgent ? 'high' : 'normal',
    })
  } catch {
    // Its key is none that anything can be encrypted for, and never will be.
    return 'gone'
  }
  const { method, headers, body } = request
  try {
    const { status } = await fetch(endpoint, {
      method,
      headers: headers as Record<string, string>,
      body: new Uint8Array(body ?? []),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (status === 404 || status === 410) return 'gone'
    if (status === 429 || status >= 500) return 'later'
    return status >= 200 && status < 300 ? 'sent' : 'refused'
  } catch {
    return 'later'
  }
}
