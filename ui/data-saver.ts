import { createContext, type RefObject, useContext, useEffect, useState } from 'react'

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

/**
 * Slightly less than half of the width: on a cheap phone with two device pixels per px, one picture pixel per px; half the
 * bytes of three quarters.
 */
const SAVING_SHARE = 0.45

/** Whether to draw this picture small. One that has loaded stays as it is: another size would only cost more. */
export function useIsDrawnSaving(image: RefObject<HTMLImageElement | null>): boolean {
  const savesData = useSavesData()
  const [isDrawnSaving, setIsDrawnSaving] = useState(savesData)
  useEffect(() => {
    if (image.current?.naturalWidth === 0) setIsDrawnSaving(savesData)
  }, [image, savesData])
  return isDrawnSaving
}

/** Scales down every width of a `sizes`; its media conditions stay. */
export function savingSizes(sizes: string): string {
  return sizes.replace(
    /([\d.]+)(px|vw)(?=,|$)/g,
    (_, width, unit) => `${Number(width) * SAVING_SHARE}${unit}`,
  )
}
