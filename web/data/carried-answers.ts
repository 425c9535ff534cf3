import type { QueryClient, QueryKey } from '@tanstack/react-query'

type Carried = [key: QueryKey, answer: unknown, answeredAtMs: number]

/** The element of a page that holds them. */
export const ANSWERS_ID = 'answers'

/**
 * What the API returned while the server rendered a page, as JSON that can stand in a script element. Failures are left out:
 * the browser requests them again.
 */
export function packAnswers(queries: QueryClient): string {
  const answered = queries.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' })
  const carried = answered.map(({ queryKey, state }): Carried => [queryKey, state.data, state.dataUpdatedAt])
  return JSON.stringify(carried).replaceAll('<', '\\u003c')
}

export function unpackAnswers(queries: QueryClient, text: string): void {
  for (const [key, answer, updatedAt] of JSON.parse(text) as Carried[]) {
    queries.setQueryData(key, answer, { updatedAt })
  }
}
