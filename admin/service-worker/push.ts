import type { PushMessage } from '#shared/contract/admin/push.ts'

declare const self: ServiceWorkerGlobalScope

/** Shows what the shop tells this device; a tap opens the screen where it is seen to. */
export function showPushes(): void {
  self.addEventListener('push', (event) => {
    if (event.data === null) return
    const { title, text, path, tag } = event.data.json() as PushMessage
    const options = { body: text, tag, icon: '/icon-192.png', data: { path } }
    event.waitUntil(self.registration.showNotification(title, options))
  })
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { path } = event.notification.data as Pick<PushMessage, 'path'>
    event.waitUntil(open(`/admin${path === '/' ? '' : path}`))
  })
}

/** In a window of the admin that is there already, or in a new one. */
async function open(address: string): Promise<void> {
  const [client] = await self.clients.matchAll({ type: 'window' })
  if (client === undefined) await self.clients.openWindow(address)
  else await (await client.focus()).navigate(address)
}
