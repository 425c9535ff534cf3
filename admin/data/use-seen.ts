import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * What whoever fills in a form has seen of a query, for the shop to compare with. It follows what is `read` until something is typed,
 * which is then meant for what was seen: once the shop has refused it, and so said that this has changed, what was typed stays and
 * `seeAgain` goes on from what it is now.
 */
export function useSeen<Read, Key extends QueryKey>(
  query: FetchQueryOptions<Read, Error, Read, Key>,
  read: Read,
  isTyped: boolean,
): [seen: Read, seeAgain: () => void] {
  const client = useQueryClient()
  const [seen, see] = useState(read)
  if (!isTyped && !Object.is(seen, read)) see(read)
  const seeAgain = () =>
    void client.fetchQuery({ ...query, staleTime: 0 }).then(
      (now) => see(now),
      () => {},
    )
  return [seen, seeAgain]
}
