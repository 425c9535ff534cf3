import { useState } from 'react'

/**
 * What whoever fills in a form has seen, for the shop to compare with. It follows what is read until something is typed, which is then
 * meant for what was seen: once the shop has refused it, and so said that this has changed, what was typed stays and `see` goes on from
 * what it is now.
 */
export function useSeen<Shown>(read: Shown, isTyped: boolean): [seen: Shown, see: (now: Shown) => void] {
  const [seen, see] = useState(read)
  if (!isTyped && !Object.is(seen, read)) see(read)
  return [seen, see]
}
