import type { QueryClient, QueryKey } from '@tanstack/react-query'

type Carried = [key: QueryKey, answer: unknown, answeredAtMs: number]

/**
 * What the API answered while the server rendered a page, as one text in the page: smaller, and read faster, than as the
 * router writes objects. What failed is left out: the browser asks for it again.
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
