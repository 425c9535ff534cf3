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
  const text = JSON.stringify(message)
  if (!canEncrypt({ p256dh, auth }, text)) return 'gone'
  const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
    vapidDetails: { subject: `mailto:${shop.email}`, publicKey, privateKey },
    TTL: LIVES_S,
    urgency: isUrgent ? 'high' : 'normal',
  })
  const { method, headers, body } = details
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

/** Whether a device's key is one that anything can be encrypted for. If not, it never will be. */
function canEncrypt({ p256dh, auth }: Pick<PushSubscription, 'p256dh' | 'auth'>, text: string): boolean {
  try {
    webPush.encrypt(p256dh, auth, text, 'aes128gcm')
    return true
  } catch {
    return false
  }
}
