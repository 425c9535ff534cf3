import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { isToastWaiting, onToastWanted } from './toast-store.ts'

/**
 * Toasts are no part of a page's first bytes: what shows them comes with the first one. Without a network it comes with
 * a later one, or when the network is back; a toast that waits is then still shown.
 */
export function ToasterWhenWanted() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  useEffect(() => {
    const load = () =>
      void import('./toast.tsx').then(
        // A transition, as the page may still be hydrating.
        (part) => startTransition(() => setToaster(() => part.Toaster)),
        () => {},
      )
    const loadIfWaiting = () => {
      if (isToastWaiting()) load()
    }
    loadIfWaiting()
    addEventListener('online', loadIfWaiting)
    const forget = onToastWanted(load)
    return () => {
      removeEventListener('online', loadIfWaiting)
      forget()
    }
  }, [])
  return Toaster && <Toaster />
}
