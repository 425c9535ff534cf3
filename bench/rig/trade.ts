/** A hundred thousand orders of two years, as a shop has them that grew: most of them delivered, the newest still to be packed. */
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'

export const ORDERS = 100_000

const id = (of: string) => sql.raw(`(md5('${of}' || i) || substr(md5('more ${of}' || i), 1, 8))`)
const NAMES = sql.raw(
  `array['Ada','Bola','Chidi','Dayo','Emeka','Funke','Gozie','Halima','Ife','Jide','Kemi','Lola','Musa','Ngozi','Obi','Tobi']`,
)
const LAST = sql.raw(
  `array['Okafor','Bello','Eze','Ojo','Obi','Balogun','Nwosu','Ibrahim','Adeyemi','Cole','Umeh','Sani','Etim','Ajayi']`,
)
const name = sql`(${NAMES})[1 + i % 16] || ' ' || (${LAST})[1 + i % 14] || ' ' || chr(65 + i % 26)`
const series = sql`generate_series(1, ${ORDERS}) i`
const placed = sql`now() - i * interval '10 minutes'`
const status = sql.raw(
  `case when i % 100 < 78 then 'paid' when i % 100 < 90 then 'cancelled' else 'failed' end`,
)
const isPaid = sql.raw(`i % 100 < 78`)
/** The older ones are on their way, or have arrived. */
const isPacked = sql.raw(`i % 100 < 78 and i > 200`)

export async function fillWithTrade(url: string): Promise<void> {
  // The shop's own connections end statements as long as these.
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const db = drizzle(client)
  const rows = [
    sql`insert into checkouts (id) select ${id('checkout')} from ${series}`,
    sql`insert into orders (id, checkout_id, email, status, total_kobo, shipping_fee_kobo, shipping_place, full_name, phone, address,
        city, state, country, content_hash, created_at, updated_at, paid_at, confirmed_at, packed_at, paid_late)
      select ${id('order')}, ${id('checkout')}, 'buyer' || i % 30000 || '@example.com', ${status}, 2000000 + i % 977 * 100, 150000,
        'Lagos: Yaba', ${name}, '+23480' || lpad((i % 30000)::text, 8, '0'), '12 Admiralty Way', 'Eti-Osa', 'Lagos', 'Nigeria', 'x',
        ${placed}, ${placed}, case when ${isPaid} then ${placed} end, case when ${isPaid} then ${placed} end,
        case when ${isPacked} then ${placed} + interval '1 day' end, i % 2000 = 7 from ${series}`,
    sql`insert into order_lines (order_id, position, product_id, name, image, color, size, unit_price_kobo, quantity)
      select ${id('order')}, l, p.id, p.name, p.images[1], 'black', 'M', 1000000, 1 from ${series} cross join generate_series(0, 1) l
      join (select id, name, images, row_number() over (order by id) as n from products) p on p.n = 1 + (i * 7 + l * 31) % 2000`,
    sql`insert into payment_attempts (id, order_id, provider, reference, amount_kobo, fees_kobo, state, created_at)
      select ${id('attempt')}, ${id('order')}, 'paystack', 'jara-' || ${id('reference')}, 2000000 + i % 977 * 100, 40000,
        case when ${isPaid} then 'succeeded' else 'failed' end, ${placed} from ${series}`,
    sql`insert into refunds (id, reference, attempt_id, amount_kobo, state, reason, created_at)
      select ${id('refund')}, 'jara-' || ${id('reference')}, ${id('attempt')}, 150000, 'done', 'owner', ${placed} + interval '3 days'
      from ${series} where ${isPaid} and i % 30 = 0`,
    sql`insert into outbox (id, order_id, kind, recipient, sent_at, created_at)
      select ${id('mail')}, ${id('order')}, 'order_confirmed', 'buyer' || i % 30000 || '@example.com', ${placed}, ${placed}
      from ${series} where ${isPaid}`,
    sql`insert into parcels (id, order_id, number, state, packed_at, packed_by, sent_at, sent_by, courier, delivered_at)
      select ${id('parcel')}, ${id('order')}, 1, case when i < 400 then 'packed' when i < 900 then 'sent' else 'delivered' end,
        ${placed}, 'Bisi', case when i >= 400 then ${placed} end, case when i >= 400 then 'Bisi' end, case when i >= 400 then 'gig' end,
        case when i >= 900 then ${placed} end from ${series} where ${isPacked}`,
    sql`insert into parcel_lines (parcel_id, order_id, position, quantity)
      select ${id('parcel')}, ${id('order')}, l, 1 from ${series}, generate_series(0, 1) l where ${isPacked}`,
    sql`insert into review_cases (order_id, kind, opened_at)
      select ${id('order')}, 'disputed', ${placed} from ${series} where i % 5000 = 4`,
  ]
  // Without triggers, as for the catalogue; the books of stock are not looked at.
  await db.execute(sql`set session_replication_role = replica`)
  for (const row of rows) await db.execute(row)
  await db.execute(sql`vacuum analyze`)
  await client.end()
}
