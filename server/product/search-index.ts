import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { chunksOf, formsOf } from './search-words.ts'

type Searchable = {
  name: string
  category: string
  tags: readonly string[]
  description: string
  retired: boolean
}

/** Heaviest first: the name, then tags and category, then the description. */
export type Weight = 'A' | 'B' | 'D'

const BATCH = 500

/**
 * Makes the given products found as they now stand; to be called in the transaction that added, changed or retired them.
 * Calling it for more products than changed does no harm. Unknown ids are passed over.
 */
export async function indexForSearch(tx: Database, productIds: readonly string[]): Promise<void> {
  const wordChanges = new Map<string, number>()
  const ids = [...new Set(productIds)]
  for (let i = 0; i < ids.length; i += BATCH) await indexBatch(tx, ids.slice(i, i + BATCH), wordChanges)
  await updateSearchWords(tx, wordChanges)
}

/** The words of a product with the weights at which each occurs; none for a retired one, which no list shows. */
export function wordsOf(product: Searchable): Map<string, Set<Weight>> {
  const words = new Map<string, Set<Weight>>()
  if (product.retired) return words
  const add = (text: string, weight: Weight) => {
    for (const { joined, parts } of chunksOf(text)) {
      for (const word of [joined, ...parts].flatMap(formsOf)) {
        const weights = words.get(word)
        if (weights) weights.add(weight)
        else words.set(word, new Set([weight]))
      }
    }
  }
  add(product.name, 'A')
  for (const text of [product.category, ...product.tags]) add(text, 'B')
  add(product.description, 'D')
  return words
}

type IndexedRow = Searchable & { id: string; known_words: string[] }

async function indexBatch(tx: Database, ids: string[], wordChanges: Map<string, number>): Promise<void> {
  const rows = await rowsOf<IndexedRow>(
    tx,
    sql`select id, name, category, tags, description, retired, tsvector_to_array(search_vector) as known_words
        from products where id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) order by id for update`,
  )
  const fresh = rows.map((row) => {
    const words = wordsOf(row)
    for (const word of row.known_words) if (!words.has(word)) count(wordChanges, word, -1)
    const known = new Set(row.known_words)
    for (const word of words.keys()) if (!known.has(word)) count(wordChanges, word, +1)
    return { id: row.id, name_key: row.name.toLowerCase(), vector: vectorText(words) }
  })
  await tx.execute(
    sql`update products set search_vector = fresh.vector::tsvector, name_key = fresh.name_key
        from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as fresh(id text, name_key text, vector text)
        where products.id = fresh.id`,
  )
}

function count(changes: Map<string, number>, word: string, by: number): void {
  changes.set(word, (changes.get(word) ?? 0) + by)
}

/** PostgreSQL's own notation, one position per weight: 'tee':1A,2B. Words hold letters and digits only, so none needs escaping. */
function vectorText(words: Map<string, Set<Weight>>): string {
  return [...words]
    .map(([word, weights]) => `'${word}':${[...weights].map((weight, i) => `${i + 1}${weight}`).join(',')}`)
    .join(' ')
}

/** Adds to each word's number of products; a word that no product has any more is forgotten. In one order, so that two imports cannot deadlock. */
async function updateSearchWords(tx: Database, changes: Map<string, number>): Promise<void> {
  const changed = [...changes].filter(([, by]) => by !== 0).map(([word, by]) => ({ word, by }))
  if (changed.length === 0) return
  await tx.execute(
    sql`insert into search_words (word, products)
        select word, by from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as change(word text, by int) order by word
        on conflict (word) do update set products = search_words.products + excluded.products`,
  )
  await tx.execute(sql`delete from search_words where products <= 0`)
}
