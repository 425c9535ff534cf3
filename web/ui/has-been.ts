import { useState } from 'react'

/** True from the first time `now` is true: what is loaded when first wanted then stays, so that it can leave in its own time. */
export function useHasBeen(now: boolean): boolean {
  const [has, setHas] = useState(now)
  if (now && !has) setHas(true)
  return has || now
}
