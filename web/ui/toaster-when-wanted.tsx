import { lazy, Suspense, useEffect, useState } from 'react'
import { isToastWaiting, onToastWanted } from './toast-store.ts'

const Toaster = lazy(async () => ({ default: (await import('./toast.tsx')).Toaster }))

/** Toasts are no part of a page's first bytes: what shows them comes with the first one. */
export function ToasterWhenWanted() {
  const [isWanted, setIsWanted] = useState(false)
  useEffect(() => {
    if (isToastWaiting()) setIsWanted(true)
    return onToastWanted(() => setIsWanted(true))
  }, [])
  return (
    isWanted && (
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    )
  )
}
