import type { PushMessage, TappedPush } from '#shared/contract/admin/push.ts'

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
    event.waitUntil(open({ path, title: event.notification.title }))
  })
}

/** In a window of the admin that is there already, which knows what is typed in it (admin/data/service-worker.ts), or in a new one. */
async function open(tapped: TappedPush): Promise<void> {
  const [client] = await self.clients.matchAll({ type: 'window' })
  if (client !== undefined) (await client.focus()).postMessage(tapped)
  else await self.clients.openWindow(`/admin${tapped.path === '/' ? '' : tapped.path}`)
}
