import { QueryClient } from '@tanstack/react-query'

/**
 * The query client while rendering: it asks for a response once, nothing aborts it, and it is dropped with its page. A fetch of the
 * library defines a property whose getter refers to the page's data, and V8 keeps what the layout of an object refers to until its
 * next full collection (docs/decisions/2026-11-27-a-rendered-page-is-young-garbage.md).
 */
export class RenderingClient extends QueryClient {
  override fetchQuery: QueryClient['fetchQuery'] = async ({ queryKey, queryFn }) => {
    const known = this.getQueryData(queryKey)
    if (known !== undefined) return known as never
    if (typeof queryFn !== 'function') throw new Error('There is nothing to ask.')
    const answer = await queryFn({ client: this, queryKey, meta: undefined } as never)
    this.setQueryData(queryKey, answer as never)
    return answer as never
  }
}
