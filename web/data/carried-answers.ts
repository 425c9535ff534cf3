import type { QueryClient, QueryKey } from '@tanstack/react-query'

type Carried = [key: QueryKey, answer: unknown, answeredAtMs: number]

/** The element of a page that holds them. */
export const ANSWERS_ID = 'answers'
const OPENING = `<script type="application/json" id="${ANSWERS_ID}">`

/** The JSON that a value was read from, if it is at hand. */
export type JsonOf = (value: unknown) => string | undefined

/** A rendered document in parts, with the answers in their element: they need not be joined to what is around them. */
export function withAnswers(html: string, queries: QueryClient, jsonOf?: JsonOf): string[] {
  const start = html.lastIndexOf(OPENING)
  if (start === -1) return [html]
  const at = start + OPENING.length
  return [html.slice(0, at), packAnswers(queries, jsonOf), html.slice(at)]
}

/**
 * What the API returned while the server rendered a page, as JSON that can stand in a script element. Failures are left out:
 * the browser requests them again.
 */
export function packAnswers(queries: QueryClient, jsonOf: JsonOf = () => undefined): string {
  const answered = queries.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' })
  const carried = answered.map(({ queryKey, state: { data, dataUpdatedAt } }) => {
    const answer = jsonOf(data) ?? JSON.stringify(data)
    return `[${JSON.stringify(queryKey)},${answer},${dataUpdatedAt}]`
  })
  return `[${carried.join()}]`.replaceAll('<', '\\u003c')
}

export function unpackAnswers(queries: QueryClient, text: string): void {
  for (const [key, answer, updatedAt] of JSON.parse(text) as Carried[]) {
    queries.setQueryData(key, answer, { updatedAt })
  }
}
