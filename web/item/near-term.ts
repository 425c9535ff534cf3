import { type ProductSearch, parseProductSearch } from '#shared/product-search.ts'
import { tagLabel } from '#web/item/tag-label.ts'

export type SearchTerm = { label: string; search: ProductSearch }

const NEAR_MAX = 6
/** The share of a word's letters that may differ for another word to count as similar. */
const FAR_SHARE = 0.5

/**
 * Suggestions for a search that found nothing: the same words without the filters, each of several words alone, then
 * categories and tags that are similar to one of them.
 */
export function listNearTerms(
  search: ProductSearch,
  names: { categories: readonly string[]; tags: readonly string[] },
): SearchTerm[] {
  const { search: typed, sortBy: _, page: __, ...filters } = search
  if (typed === undefined) return []
  const words = typed.split(/[^\p{L}\p{N}-]+/u).filter((word) => word.length > 1)
  const whole =
    Object.keys(filters).length > 0 ? [{ label: `“${typed}” everywhere`, search: { search: typed } }] : []
  const alone = words.length > 1 ? words.map((word) => ({ label: word, search: { search: word } })) : []
  const looksAlike = (name: string) => Math.min(...words.map((word) => distanceShare(word, name)))
  const named = [
    ...names.categories.map((category) => ({ name: category, label: category, search: { category } })),
    ...names.tags.map((tag) => ({ name: tag, label: tagLabel(tag), search: { tag } })),
  ]
    .map((term) => ({ ...term, far: looksAlike(term.name) }))
    .filter(({ far }) => far <= FAR_SHARE)
    .sort((a, b) => a.far - b.far)
    .map(({ label, search: leadsTo }) => ({ label, search: parseProductSearch(leadsTo) }))
  const terms = [...whole, ...alone, ...named]
  return [...new Map(terms.map((term) => [term.label.toLowerCase(), term])).values()].slice(0, NEAR_MAX)
}

/** 0 for the same word or a prefix of it, 1 for nothing in common. */
function distanceShare(typed: string, name: string): number {
  const [a, b] = [typed.toLowerCase(), name.toLowerCase()]
  if (b.startsWith(a) || a.startsWith(b)) return 0
  return editDistance(a, b) / Math.max(a.length, b.length)
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, place) => place)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
