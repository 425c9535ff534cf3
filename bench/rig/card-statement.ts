import { CARD_PICTURES } from '#shared/limits.ts'
import type { RecordedStatement } from './recorded-statement.ts'

/**
 * What would read the cards of a list from the database. The shop keeps them in memory and sends no statement, so its floor is told
 * what a shop without them would send. One JSON value, because `pg` takes five times as long for the same rows one by one.
 */
const TEXT = `select coalesce(json_agg(json_build_object(
    'id', id, 'name', name, 'tags', tags, 'colors', colors, 'images', images[1:${CARD_PICTURES}], 'price', price_kobo,
    'discountType', discount_type, 'discountValue', discount_value,
    'discountExpiresAtMs', (extract(epoch from discount_expires_at) * 1000)::float8,
    'ratingSum', rating_sum, 'ratingCount', rating_count)), '[]') as rows
  from products where id = any($1::text[])`

export function cardStatement(ids: readonly string[]): RecordedStatement {
  return { text: TEXT, values: [ids] }
}
