import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/data/api.ts'
import { SHOP_PATH } from './fetch-in-time.ts'
import { RETRY_MS, untilThere } from './network-again.ts'

/** The longest wait is RETRY_MS times two to the power of this: 5 minutes. */
const DOUBLINGS_MAX = 5

const isLost = ({ state }: Query) => state.error instanceof ApiError && state.error.isLost

/**
 * What is on the screen, or missing from it, because the shop's answer was lost is asked for again once the shop answers: no
 * shopper should have to try whether it does. Not before, since asking replaces what the screen says about the failure by
 * what it says while it waits, and ever less often if that does not help. `onFound` is called once nothing is missing any more. Returns a function that stops it.
 */
export function followLostAnswers(queryClient: QueryClient, onFound: () => void): () => void {
  const queries = queryClient.getQueryCache()
  const isMissed = () => queries.findAll({ type: 'active', predicate: isLost }).length > 0
  let isWaiting = false
  let vainRounds = 0
  let isStopped = false

  async function askAgain(): Promise<void> {
    isWaiting = true
    const waitMs = RETRY_MS * 2 ** Math.min(vainRounds, DOUBLINGS_MAX)
    await untilThere(SHOP_PATH, () => !isStopped && isMissed(), waitMs)
    isWaiting = false
    vainRounds += 1
    if (!isStopped && isMissed()) {
      await queryClient.refetchQueries({ type: 'active', predicate: isLost }, { cancelRefetch: false })
      if (isMissed()) return
      onFound()
    }
    vainRounds = 0
  }

  const unsubscribe = queries.subscribe((event) => {
    const mayBeMissed =
      event.type === 'observerAdded' || (event.type === 'updated' && event.action.type === 'error')
    if (mayBeMissed && !isWaiting && isMissed()) void askAgain()
  })
  return () => {
    isStopped = true
    unsubscribe()
  }
}
