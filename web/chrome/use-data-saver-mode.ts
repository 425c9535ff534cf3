import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useDataSaver } from '#web/state/data-saver.ts'

/** Whether this page saves data: as chosen here, else as the browser asked of the server. */
export function useDataSaverMode(): boolean {
  const router = useRouter()
  const choice = useDataSaver((saver) => saver.choice)
  const savesData = choice ?? router.options.context.savesData
  useEffect(() => {
    document.documentElement.toggleAttribute('data-saver', savesData)
    // Where nothing hovers, a finger that only scrolls would count as an intention.
    const isIntentSeen = !savesData && matchMedia('(hover: hover)').matches
    router.update({ ...router.options, defaultPreload: isIntentSeen ? 'intent' : false })
  }, [router, savesData])
  return savesData
}
