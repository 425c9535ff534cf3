import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { Awaited, loadScript } from '#ui/lazy-component.ts'
import { onToastWanted } from './toast.ts'

export const loadToaster = () => import('./toaster.tsx')

/** The toast that reports a network failure must not need the network. If preloading it fails, it is loaded again when needed. */
export function useToasterAhead(): void {
  useEffect(() => {
    loadToaster().catch(() => {})
  }, [])
}

/** The toaster is not part of a page's first load: it is loaded with the first toast, which waits for it. */
export function ToasterWhenWanted() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  const [isAwaited, setIsAwaited] = useState(false)
  useEffect(
    () =>
      onToastWanted(() => {
        setIsAwaited(true)
        loadScript(loadToaster).then(
          // In a transition, as the page may still be hydrating.
          (module) => startTransition(() => setToaster(() => module.Toaster)),
          () => {},
        )
      }),
    [],
  )
  return Toaster ? <Toaster /> : isAwaited && <Awaited />
}
