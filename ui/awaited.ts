import { useEffect } from 'react'
import { create } from 'zustand'

/** How many lazy components are awaited: still loading, and on the screen. */
export const useAwaited = create(() => 0)

/** Rendered in place of such a component while it loads. */
export function Awaited(): null {
  useEffect(() => {
    useAwaited.setState((count) => count + 1)
    return () => useAwaited.setState((count) => count - 1)
  }, [])
  return null
}
