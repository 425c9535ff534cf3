import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { products, searchWords } from '#server/db/schema.ts'
import { rankedTsqueriesOf, type Term, tsqueryOf } from './search-query.ts'
import { chunksOf, mistakesForgiven, neighbourSwaps } from './search-words.ts'
import { isTradeWord, mergePhrases, TRADE_WORDS } from './trade-word.ts'

/** Over a row of products: which match, and how well (0 is best, added up over the words). */
export type SearchMatch = { condition: SQL; rank: SQL }

const MEANT_MAX = 8

/**
 * How to find what was typed, in one statement at most. Typing mistakes are forgiven only when nothing matches as typed:
 * who asks for a shirt is not shown skirts. Undefined when nothing was typed that could be a word: that finds nothing.
 */
export async function readSearch(db: Database, typed: string): Promise<SearchMatch | undefined> {
  const terms = distinctTerms(typed)
  if (terms.length === 0) return undefined
  const meant = await findMeant(db, terms)
  return matchOf(terms.map((term) => ({ ...term, meant: meant.get(term.joined) ?? [] })))
}

function distinctTerms(typed: string): Term[] {
  const terms = mergePhrases(chunksOf(typed)).map((chunk) => [chunk.joined, { ...chunk, meant: [] }] as const)
  return [...new Map(terms).values()]
}

function matchOf(terms: readonly Term[]): SearchMatch {
  const ranks = terms.map((term) => {
    const tries = rankedTsqueriesOf(term).map(
      (query, i) => sql`when ${products.searchVector} @@ ${query}::tsquery then ${sql.raw(String(i))}`,
    )
    return sql`case ${sql.join(tries, sql` `)} end`
  })
  return {
    condition: sql`${products.searchVector} @@ ${tsqueryOf(terms)}::tsquery`,
    rank: sql.join(ranks, sql` + `),
  }
}

/** The known words nearest to each typed one, by typed word; none at all when some product matches what was typed. */
async function findMeant(db: Database, terms: readonly Term[]): Promise<Map<string, string[]>> {
  const forgivable = terms
    .map(({ joined }) => ({
      word: joined,
      mistakes: isTradeWord(joined) ? 0 : mistakesForgiven(joined),
      swaps: neighbourSwaps(joined),
    }))
    .filter(({ mistakes }) => mistakes > 0)
  if (forgivable.length === 0) return new Map()
  const rows = await rowsOf<{ typed: string; words: string[] }>(
    db,
    sql`select typed.word as typed, (
          select array_agg(word) from (
            select word from (
              select known.word, max(known.products) as products,
                least(min(levenshtein_less_equal(known.word, typed.word, typed.mistakes)),
                  case when known.word = any(typed.swaps) then 1 end) as mistakes
              from (
                select word, products from ${searchWords}
                union all select word, 0 from jsonb_array_elements_text(${JSON.stringify(TRADE_WORDS)}::jsonb) as trade(word)
              ) as known
              where char_length(known.word) between char_length(typed.word) - typed.mistakes and char_length(typed.word) + typed.mistakes
              group by known.word
            ) as compared
            where compared.mistakes <= typed.mistakes
            order by compared.mistakes, compared.products desc, compared.word
            limit ${MEANT_MAX}
          ) as nearest
        ) as words
        from jsonb_to_recordset(${JSON.stringify(forgivable)}::jsonb) as typed(word text, mistakes int, swaps text[])
        where not exists (
          select 1 from ${products} where not ${products.retired} and ${products.searchVector} @@ ${tsqueryOf(terms)}::tsquery
        )`,
  )
  return new Map(rows.map((row) => [row.typed, row.words ?? []]))
}
