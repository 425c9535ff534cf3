import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { isToastWaiting, onToastWanted } from './toast-store.ts'

/**
 * The toaster is not part of a page's first load: it is loaded with the first toast. Without a network it is loaded with a
 * later toast, or when the network is back; a waiting toast is still shown then.
 */
export function ToasterWhenWanted() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  useEffect(() => {
    const load = () =>
      void import('./toast.tsx').then(
        // In a transition, as the page may still be hydrating.
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
