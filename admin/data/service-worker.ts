import type { TappedPush } from '#shared/contract/admin/push.ts'
import { toast } from '#ui/toast/toast.ts'
import { isAnyUnsaved } from './unsaved.ts'

/** Lets the admin open without a network, and be told of orders while it is closed. In development files change under their names. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  await navigator.serviceWorker.register('/admin/sw.js', { scope: '/admin' })
}

const RELOADED_AT = 'admin.reloaded-at'
const ONCE_IN_MS = 60_000

/** A screen of the former version that is not there any more: the page is read again, in the new one. */
export function reloadForNewVersion(): void {
  addEventListener('vite:preloadError', (event) => {
    const isRepeated = Date.now() - Number(sessionStorage.getItem(RELOADED_AT)) < ONCE_IN_MS
    if (isRepeated || !navigator.onLine) return
    event.preventDefault()
    sessionStorage.setItem(RELOADED_AT, String(Date.now()))
    location.reload()
  })
}

/** A tapped notification leads to its screen, at once unless something is typed on this one: then a press in the toast leaves it. */
export function openTapped(go: (path: string) => void): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<TappedPush>) => {
    const open = () => go(data.path)
    if (!isAnyUnsaved()) return open()
    toast({
      title: data.title,
      description: 'What you typed here is not saved.',
      actions: [{ label: 'Leave it and open', onSelect: open }],
    })
  })
}
