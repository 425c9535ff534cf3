import type { QueryClient, QueryKey } from '@tanstack/react-query'

type Carried = [key: QueryKey, answer: unknown, answeredAtMs: number]

/**
 * What the API returned while the server rendered a page, as one string in the page: smaller, and faster to parse, than the
 * router's own serialization. Failures are left out: the browser requests them again.
 */
export function packAnswers(queries: QueryClient): string {
  const answered = queries.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' })
  return JSON.stringify(
    answered.map(({ queryKey, state }): Carried => [queryKey, state.data, state.dataUpdatedAt]),
  )
}

export function unpackAnswers(queries: QueryClient, text: string): void {
  for (const [key, answer, updatedAt] of JSON.parse(text) as Carried[]) {
    queries.setQueryData(key, answer, { updatedAt })
  }
}
