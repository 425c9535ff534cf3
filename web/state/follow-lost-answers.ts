import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#web/data/api.ts'
import { SHOP_PATH } from './fetch-in-time.ts'
import { untilThere } from './network-again.ts'

const isLost = ({ state }: Query) => state.error instanceof ApiError && state.error.isLost

/**
 * What is on the screen, or missing from it, because the shop's answer was lost is asked for again once the shop answers: no
 * shopper should have to try whether it does. Not before, since asking replaces what the screen says about the failure by
 * what it says while it waits. Returns a function that stops it.
 */
export function followLostAnswers(queryClient: QueryClient): () => void {
  const queries = queryClient.getQueryCache()
  const isMissed = () => queries.findAll({ type: 'active', predicate: isLost }).length > 0
  let isWaiting = false
  let isStopped = false

  async function askAgain(): Promise<void> {
    isWaiting = true
    await untilThere(SHOP_PATH, () => !isStopped && isMissed())
    isWaiting = false
    if (!isStopped)
      await queryClient.refetchQueries({ type: 'active', predicate: isLost }, { cancelRefetch: false })
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
