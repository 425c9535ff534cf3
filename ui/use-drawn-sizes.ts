import { type RefObject, useEffect, useState } from 'react'
import { useSavesData } from './data-saver.ts'

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
