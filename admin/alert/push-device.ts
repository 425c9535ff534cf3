/** What this browser has of Web Push; the service worker shows what arrives. */
export const canPush = () => 'PushManager' in globalThis && 'serviceWorker' in navigator

const registration = () => navigator.serviceWorker.ready

export async function subscribeDevice(publicKey: string) {
  const { pushManager } = await registration()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } }
}

export async function unsubscribeDevice(): Promise<void> {
  await (await findSubscription())?.unsubscribe()
}

/** As the shop names this device, if it is enrolled; null otherwise. */
export async function findOwnDeviceId(): Promise<string | null> {
  const subscription = await findSubscription()
  if (subscription == null) return null
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Without waiting for a worker, which may never come. */
async function findSubscription(): Promise<PushSubscription | null | undefined> {
  if (!canPush()) return null
  return (await navigator.serviceWorker.getRegistration('/admin'))?.pushManager.getSubscription()
}
