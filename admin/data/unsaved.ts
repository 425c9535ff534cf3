import { useEffect } from 'react'

let forms = 0

/** Says, while it is true, that what was typed here would be lost if the screen were left. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    forms += 1
    return () => {
      forms -= 1
    }
  }, [isUnsaved])
}

export const isAnyUnsaved = () => forms > 0
