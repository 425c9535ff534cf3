import { afterEach, expect, test, vi } from 'vitest'
import { showPushes } from './push.ts'

afterEach(() => vi.unstubAllGlobals())

/** A service worker's global object, as far as the handlers use it. */
function openWorker(clients: { postMessage: (tapped: unknown) => void }[] = []) {
  const worker = new EventTarget()
  const shown = vi.fn(async () => {})
  const opened = vi.fn(async () => {})
  const windows = clients.map((client) => ({ focus: async () => client }))
  Object.assign(worker, {
    registration: { showNotification: shown },
    clients: { matchAll: async () => windows, openWindow: opened },
  })
  vi.stubGlobal('self', worker)
  const send = async (type: string, more: object) => {
    const waits: Promise<unknown>[] = []
    const event = Object.assign(
      new Event(type),
      { waitUntil: (work: Promise<unknown>) => waits.push(work) },
      more,
    )
    worker.dispatchEvent(event)
    await Promise.all(waits)
  }
  return { send, shown, opened }
}

const MESSAGE = {
  title: '₦15,500: new order #4F2A9',
  text: '2 items for Lekki, paid.',
  path: '/orders/a',
  tag: '7',
}

test('what the shop tells is shown, in place of the same told before; a tap opens its screen', async () => {
  const { send, shown, opened } = openWorker()
  showPushes()
  await send('push', { data: { json: () => MESSAGE } })
  expect(shown).toHaveBeenCalledExactlyOnceWith(MESSAGE.title, {
    body: MESSAGE.text,
    tag: '7',
    icon: '/icon-192.png',
    data: { path: '/orders/a' },
  })
  const close = vi.fn()
  await send('notificationclick', { notification: { close, data: { path: '/orders/a' } } })
  expect([close.mock.calls.length, opened.mock.calls]).toEqual([1, [['/admin/orders/a']]])

  // A window that is open may have something typed in it: it goes there by itself.
  const postMessage = vi.fn()
  const other = openWorker([{ postMessage }])
  showPushes()
  const { title } = MESSAGE
  await other.send('notificationclick', { notification: { close, title, data: { path: '/' } } })
  expect([postMessage.mock.calls, other.opened.mock.calls]).toEqual([[[{ path: '/', title }]], []])
})
