declare const self: ServiceWorkerGlobalScope

/** As server/alert/push/send.ts writes it. */
type Message = { title: string; text: string; path: string; tag: string }

/** Shows what the shop tells this device; a tap opens the screen where it is seen to. */
export function showPushes(): void {
  self.addEventListener('push', (event) => {
    if (event.data === null) return
    const { title, text, path, tag } = event.data.json() as Message
    const options = { body: text, tag, icon: '/icon-192.png', data: { path } }
    event.waitUntil(self.registration.showNotification(title, options))
  })
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { path } = event.notification.data as Pick<Message, 'path'>
    event.waitUntil(open(`/admin${path === '/' ? '' : path}`))
  })
}

/** In a window of the admin that is there already, or in a new one. */
async function open(address: string): Promise<void> {
  const [client] = await self.clients.matchAll({ type: 'window' })
  if (client === undefined) await self.clients.openWindow(address)
  else await (await client.focus()).navigate(address)
}
