import { useEffect } from 'react'

/**
 * Loads the parts that a checkout shows later while there is a network: what tells of a failing one must not need it.
 * If it fails, they are asked for again when wanted.
 */
export function useLoadedAhead(): void {
  useEffect(() => {
    for (const part of [import('#web/ui/toast.tsx'), import('./shipping-policy.tsx')]) part.catch(() => {})
  }, [])
}
