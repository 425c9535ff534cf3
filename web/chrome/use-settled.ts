import { useEffect, useState } from 'react'

/** The value once it has not changed for `ms` (a debounce): typing does not send a request per letter. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
