import { useRouter } from '@tanstack/react-router'
import type { Choice } from '#shared/purchase.ts'
import { scrollKey } from '#web/state/overlay.ts'
import { wantedChoice } from './choose.ts'

/**
 * Puts a choice into the page's address, so that a reload, Back and a copied link show it. The history entry stays the same
 * one, with its scroll position.
 */
export function useKeepChoice(): (choice: Choice) => void {
  const router = useRouter()
  return (choice) =>
    void router.navigate({
      to: '.',
      search: wantedChoice(choice),
      hash: true,
      state: (state) => ({ ...state, pageKey: scrollKey(router.latestLocation) }),
      replace: true,
    })
}
