import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLight } from '#web/state/light.ts'

/** Whether this page saves data: as chosen here, else as the browser asked of the server. */
export function useLightMode(): boolean {
  const router = useRouter()
  const choice = useLight((light) => light.choice)
  const isLight = choice ?? router.options.context.isLight
  useEffect(() => {
    document.documentElement.toggleAttribute('data-light', isLight)
    // Where nothing hovers, a finger that only scrolls would count as an intention.
    const isIntentSeen = !isLight && matchMedia('(hover: hover)').matches
    router.update({ ...router.options, defaultPreload: isIntentSeen ? 'intent' : false })
  }, [router, isLight])
  return isLight
}
