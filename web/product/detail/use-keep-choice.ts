import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Choice } from '#shared/purchase.ts'
import { useOverlay } from '#web/state/overlay.ts'
import { scrollKey } from '#web/state/scroll-memory.ts'
import { type WantedChoice, wantedChoice } from './wanted-choice.ts'

/**
 * Puts a choice into the page's address (`shown`), so that a reload, Back and a copied link show it. The history entry
 * stays the same one, with its scroll position. While an overlay is open, such as search results, the current entry is the
 * overlay's: the choice is written once the page's own entry is current again.
 */
export function useKeepChoice(shown: WantedChoice): (choice: Choice) => void {
  const router = useRouter()
  const isCovered = useOverlay().current !== null
  const [chosen, setChosen] = useState<WantedChoice | null>(null)
  const isMissing = chosen !== null && (chosen.color !== shown.color || chosen.size !== shown.size)
  useEffect(() => {
    if (!isMissing || isCovered) return
    void router.navigate({
      to: '.',
      search: chosen,
      hash: true,
      state: (state) => ({ ...state, pageKey: scrollKey(router.latestLocation) }),
      replace: true,
    })
  }, [router, chosen, isMissing, isCovered])
  return (choice) => setChosen(wantedChoice(choice))
}
