import type { TappedPush } from '#shared/contract/admin/push.ts'
import { toast } from '#ui/toast/toast.ts'
import { isAnyUnsaved } from './unsaved.ts'

/** Lets the admin open without a network, and be told of orders while it is closed. In development files change under their names. */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  await navigator.serviceWorker.register('/admin/sw.js', { scope: '/admin' })
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
