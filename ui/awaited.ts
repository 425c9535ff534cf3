import { useEffect } from 'react'
import { create } from 'zustand'

/** How many parts of the page that are still loading someone waits for. */
export const useAwaited = create(() => 0)

/** In place of such a part, for as long as it is waited for. */
export function Awaited(): null {
  useEffect(() => {
    useAwaited.setState((count) => count + 1)
    return () => useAwaited.setState((count) => count - 1)
  }, [])
  return null
}
