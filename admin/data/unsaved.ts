import { useEffect } from 'react'
import { create } from 'zustand'

/** How many forms hold what would be lost if the screen were left. */
export const useUnsavedForms = create(() => 0)

/** Says, while it is true, that what was typed here would be lost if the screen were left. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    useUnsavedForms.setState((forms) => forms + 1)
    return () => useUnsavedForms.setState((forms) => forms - 1)
  }, [isUnsaved])
}

export const isAnyUnsaved = () => useUnsavedForms.getState() > 0
