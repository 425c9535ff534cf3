import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { Awaited } from './awaited.ts'
import { onToastWanted } from './toast-store.ts'

/**
 * The toaster is not part of a page's first load: it is loaded with the first toast, by `load`, which may wait for the
 * network; a waiting toast is still shown then.
 */
export function ToasterWhenWanted({ load }: { load: () => Promise<{ Toaster: ComponentType }> }) {
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  const [isAwaited, setIsAwaited] = useState(false)
  useEffect(
    () =>
      onToastWanted(() => {
        setIsAwaited(true)
        load().then(
          // In a transition, as the page may still be hydrating.
          (module) => startTransition(() => setToaster(() => module.Toaster)),
          () => {},
        )
      }),
    [load],
  )
  return Toaster ? <Toaster /> : isAwaited && <Awaited />
}
