import type { Weight } from './search-index.ts'
import { type Chunk, formsOf } from './search-words.ts'
import { synonymsOf } from './trade-word.ts'

/** Words that a chunk may have been meant to be, for when nothing has it as it was typed. */
export type Meant = readonly string[]
export type Term = Chunk & { meant: Meant }

const WEIGHTS: readonly Weight[] = ['A', 'B', 'D']

/** PostgreSQL's tsquery text that a product must match: every term, as typed, in other words for it, begun, or mended. */
export function tsqueryOf(terms: readonly Term[]): string {
  return all(terms.map((term) => any(tiersOf(term).map((tier) => tier({})))))
}

/**
 * For each term the tsqueries to try in order, the best match first: the exact word before another word for the same thing,
 * before a word that begins so, before a mended one; and within each the name before tags and category before the description.
 */
export function rankedTsqueriesOf(term: Term): string[] {
  return tiersOf(term).flatMap((tier) => WEIGHTS.map((weight) => tier({ weight })))
}

type Tier = (limits: { weight?: Weight }) => string

function tiersOf({ joined, parts, meant }: Term): Tier[] {
  const exact: Tier = (limits) =>
    any([anyWord(formsOf(joined), limits), ...allParts(parts, (part) => anyWord(formsOf(part), limits))])
  const begun: Tier = ({ weight }) =>
    any([
      lexeme(joined, { weight, prefix: true }),
      // Only the last is still being typed: the "t" of "t-shirt" is no beginning of "track".
      ...allParts(parts, (part) => lexeme(part, { weight, prefix: part === parts.at(-1) })),
    ])
  const synonyms = synonymsOf(joined)
  const mended = meant.flatMap((word) => [...formsOf(word), ...synonymsOf(word)])
  return [
    exact,
    ...(synonyms.length === 0 ? [] : [(limits: { weight?: Weight }) => anyWord(synonyms, limits)]),
    begun,
    ...(mended.length === 0 ? [] : [(limits: { weight?: Weight }) => anyWord(mended, limits)]),
  ]
}

function allParts(parts: readonly string[], query: (part: string) => string): string[] {
  return parts.length === 0 ? [] : [all(parts.map(query))]
}

function anyWord(words: readonly string[], limits: { weight?: Weight }): string {
  return any([...new Set(words)].map((word) => lexeme(word, { weight: limits.weight })))
}

/** Words hold letters and digits only, so that none needs escaping. */
function lexeme(word: string, limits: { weight: Weight | undefined; prefix?: boolean }): string {
  const labels = `${limits.prefix ? '*' : ''}${limits.weight ?? ''}`
  return labels === '' ? `'${word}'` : `'${word}':${labels}`
}

const all = (queries: readonly string[]) =>
  queries.length === 1 ? `${queries[0]}` : `(${queries.join(' & ')})`
const any = (queries: readonly string[]) =>
  queries.length === 1 ? `${queries[0]}` : `(${queries.join(' | ')})`
