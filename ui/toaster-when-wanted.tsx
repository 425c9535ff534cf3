import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { onToastWanted } from './toast-store.ts'

/**
 * The toaster is not part of a page's first load: it is loaded with the first toast, by `load`, which may wait for the
 * network; a waiting toast is still shown then.
 */
export function ToasterWhenWanted({ load }: { load: () => Promise<{ Toaster: ComponentType }> }) {
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  useEffect(
    () =>
      onToastWanted(() =>
        load().then(
          // In a transition, as the page may still be hydrating.
          (part) => startTransition(() => setToaster(() => part.Toaster)),
          () => {},
        ),
      ),
    [load],
  )
  return Toaster && <Toaster />
}
