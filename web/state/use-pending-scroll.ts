import { useRouter } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'

/**
 * For the placeholder of a screen that is still loading: shows it from its top. The router itself scrolls once the screen
 * has rendered. On the way back nothing moves until then.
 */
export function usePendingScroll(): void {
  const router = useRouter()
  useLayoutEffect(() => {
    const { location, resolvedLocation } = router.state
    if (scrollY === 0 || location.state.__TSR_index < (resolvedLocation?.state.__TSR_index ?? 0)) return
    // The router would store this as the position of the screen being left, and Back would not find the old one.
    addEventListener('scroll', (event) => event.stopPropagation(), { capture: true, once: true })
    scrollTo(0, 0)
  }, [router])
}
