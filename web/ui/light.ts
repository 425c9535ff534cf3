import { createContext, useContext } from 'react'

/** True for those who want to spend little data: smaller pictures, nothing that moves or loads by itself. */
const LightContext = createContext(false)

export const LightProvider = LightContext.Provider

export function useIsLight(): boolean {
  return useContext(LightContext)
}
