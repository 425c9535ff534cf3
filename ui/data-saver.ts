import { createContext, useContext } from 'react'

/** True for shoppers who save data: smaller pictures, nothing that moves or loads by itself. */
const DataSaverContext = createContext(false)

export const DataSaverProvider = DataSaverContext.Provider

export function useSavesData(): boolean {
  return useContext(DataSaverContext)
}

/** Whether things may move by themselves: false for visitors who asked for reduced motion. */
export function mayMove(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches
}

export function scrollBehavior(): ScrollBehavior {
  return mayMove() ? 'smooth' : 'instant'
}
