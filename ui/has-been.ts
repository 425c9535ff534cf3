import { useState } from 'react'

/** True from the first time `now` is true: a component that is loaded on first use then stays, so that it can finish closing. */
export function useHasBeen(now: boolean): boolean {
  const [has, setHas] = useState(now)
  if (now && !has) setHas(true)
  return has || now
}
