import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { products, stockItems } from '#server/db/schema.ts'
import type { Facets } from '#shared/contract/product.ts'
import { nairaFromKobo } from '#shared/naira.ts'
import { compareNames } from '#shared/sort.ts'
import { type Conditions, type Filter, inStock, isPairAsked, pairFits } from './filter-sql.ts'
import { salePriceSql } from './sale-price-sql.ts'
import { compareSizes } from './size-order.ts'

type Counts = Record<string, number>
type FacetRow = {
  total: number
  in_stock: number
  on_sale: number
  min_price: number | null
  max_price: number | null
  categories: Counts
  tags: Counts
  colors: Counts
  sizes: Counts
}

/**
 * Counts everything around a list in one statement. Each count is the total that the list would have with that one choice
 * in place of the choices already made in the same facet. A value of the searched products that would leave none counts 0.
 */
export async function countFacets(
  db: Database,
  filter: Filter,
  searched: SQL,
  conditions: Conditions,
  now: Date,
): Promise<{ total: number; facets: Facets }> {
  const flags: Conditions = isPairAsked(filter) ? { ...conditions, pair: sql`made.fits` } : conditions
  const without = (left?: keyof Conditions) => {
    const kept = Object.keys(flags).filter((name) => name !== left)
    return kept.length === 0 ? sql`true` : sql.raw(kept.map((name) => `fits_${name}`).join(' and '))
  }
  const rows = await rowsOf<FacetRow>(
    db,
    // The common table takes the place of products, so that conditions over a row of products hold over it as well.
    sql`with products as materialized (
        select id, category, tags, products.colors, products.sizes, ${salePriceSql(now)} as sale_kobo, price_kobo
          ${flagColumns(flags)}, made.fits as has_pair, made.colors as colors_left, made.sizes as sizes_left
        from products cross join lateral (${madeOf(filter)}) as made
        where not retired and ${searched}
      )
      select
        (count(*) filter (where ${without()}))::int as total,
        (count(*) filter (where ${without('pair')} and has_pair))::int as in_stock,
        (count(*) filter (where ${without('onSale')} and sale_kobo < price_kobo))::int as on_sale,
        (min(sale_kobo) filter (where ${without('price')}))::float8 as min_price,
        (max(sale_kobo) filter (where ${without('price')}))::float8 as max_price,
        ${counted(sql`select category as value, ${without('category')} as fits from products`)} as categories,
        ${counted(sql`select unnest(tags) as value, ${without('tag')} as fits from products`)} as tags,
        ${counted(sql`select value, ${without('pair')} and value = any(colors_left) as fits from products, unnest(colors) as value`)} as colors,
        ${counted(sql`select value, ${without('pair')} and value = any(sizes_left) as fits from products, unnest(sizes) as value`)} as sizes
      from products`,
  )
  const row = rows[0]
  if (row === undefined) throw new Error('An aggregate without groups answers with one row')
  return { total: row.total, facets: facetsOf(row, filter) }
}

/** A row of products' stock, read once for all counts: whether a chosen pair can be had, and which colours and sizes the other choice leaves. */
function madeOf({ color, size }: Filter): SQL {
  const { color: itsColor, size: itsSize, productId } = stockItems
  return sql`select
      coalesce(bool_or(${pairFits({ color, size })}), false) as fits,
      coalesce(array_agg(${itsColor}) filter (where ${pairFits({ size })}), '{}') as colors,
      coalesce(array_agg(${itsSize}) filter (where ${pairFits({ color })}), '{}') as sizes
    from ${stockItems} where ${productId} = ${products.id} and ${inStock}`
}

function flagColumns(conditions: Conditions): SQL {
  const columns = Object.entries(conditions).map(
    ([name, condition]) => sql`, (${condition}) as ${sql.raw(`fits_${name}`)}`,
  )
  return sql.join(columns)
}

/** Of each value, how many of the products that have it fit. */
function counted(valueAndFit: SQL): SQL {
  return sql`(select coalesce(jsonb_object_agg(value, fitting), '{}') from (
    select value, count(*) filter (where fits) as fitting from (${valueAndFit}) as each_value group by value
  ) as groups)`
}

function facetsOf(row: FacetRow, { category, tag, color = [], size = [] }: Filter): Facets {
  return {
    categories: valuesOf(row.categories, category === undefined ? [] : [category], compareNames),
    tags: valuesOf(row.tags, tag === undefined ? [] : [tag], compareNames),
    colors: valuesOf(row.colors, color, compareNames),
    sizes: valuesOf(row.sizes, size, compareSizes),
    inStock: row.in_stock,
    onSale: row.on_sale,
    price: { min: nairaFromKobo(row.min_price ?? 0), max: nairaFromKobo(row.max_price ?? 0) },
  }
}

/** A chosen value stays in its facet, were it the misspelt one of a shared link: it can then be taken away again. */
function valuesOf(counts: Counts, chosen: readonly string[], compare: (a: string, b: string) => number) {
  const values = new Map(Object.entries(counts))
  for (const value of chosen) if (!values.has(value)) values.set(value, 0)
  return [...values].map(([value, count]) => ({ value, count })).toSorted((a, b) => compare(a.value, b.value))
}
