import { type RefObject, useEffect, useState } from 'react'
import { useIsLight } from './light.ts'

/**
 * Slightly less than half of the width: on a cheap phone with two device pixels per px, one picture pixel per px; half the
 * bytes of three quarters.
 */
const LIGHT_SHARE = 0.45

/** Whether to draw this picture small. One that has loaded stays as it is: another size would only cost more. */
export function useIsDrawnLight(image: RefObject<HTMLImageElement | null>): boolean {
  const isLight = useIsLight()
  const [isDrawnLight, setIsDrawnLight] = useState(isLight)
  useEffect(() => {
    if (image.current?.naturalWidth === 0) setIsDrawnLight(isLight)
  }, [image, isLight])
  return isDrawnLight
}

/** Scales down every width of a `sizes`; its media conditions stay. */
export function lightSizes(sizes: string): string {
  return sizes.replace(/([\d.]+)(px|vw)(?=,|$)/g, (_, width, unit) => `${Number(width) * LIGHT_SHARE}${unit}`)
}
