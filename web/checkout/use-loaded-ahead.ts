import { useEffect } from 'react'

/**
 * Preloads components that the checkout shows later, while there is a network: what reports a network failure must not need the
 * network. If this fails, they are loaded again when needed.
 */
export function useLoadedAhead(): void {
  useEffect(() => {
    for (const part of [import('#ui/toast.tsx'), import('./shipping-policy.tsx')]) part.catch(() => {})
  }, [])
}
