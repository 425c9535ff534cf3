import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import { initialize, purchase, seedPlace, seedProduct } from '#test/support/purchase.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const TOKEN = 'a token for the tests'

const shop = openShopScene(async () => {
  await seedPlace(shop.db)
})

/** Reads the metrics as a client that connects from `peer`. */
async function read(of: TestShop, peer: string, headers: Record<string, string> = {}) {
  const response = await of.app.request(
    '/metrics',
    { headers },
    { incoming: { socket: { remoteAddress: peer } } },
  )
  const text = await response.text()
  return { status: response.status, text, figure: (name: string) => figureOf(text, name) }
}

/** The value of the metric with this name and these labels; undefined if it is missing. */
function figureOf(text: string, name: string): number | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

test.each(['127.0.0.1', '::ffff:127.0.0.1', '::1'])(
  'a shop on a loopback address serves %s',
  async (peer) => {
    const { status, figure } = await read(shop, peer)
    expect(status).toBe(200)
    expect(figure('jara_database_up')).toBe(1)
  },
)

test('other machines, and everybody once the shop is public, get a 404', async () => {
  expect((await read(shop, '192.168.1.20')).status).toBe(404)
  expect((await read(shop, '127.0.0.1', { host: 'rebound.example' })).status).toBe(404)
  const open = await openTestShop({ settings: { ...shop.settings, isLoopback: false } })
  expect((await read(open, '127.0.0.1')).status).toBe(404)
  await open.close()
})

test('with a token set, only the token grants access', async () => {
  const guarded = await openTestShop({
    settings: { ...shop.settings, isLoopback: false, metricsToken: TOKEN },
  })
  expect((await read(guarded, '127.0.0.1')).status).toBe(404)
  expect((await read(guarded, '203.0.113.7', { authorization: `Bearer ${TOKEN}x` })).status).toBe(404)
  expect((await read(guarded, '203.0.113.7', { authorization: `Bearer ${TOKEN}` })).status).toBe(200)
  await guarded.close()
})

test('orders, holds, mails and payment checks are counted, and no longer once they end', async () => {
  await seedProduct(shop.db, { id: 'metered', stock: [{ color: 'black', size: 'M', quantity: 3 }] })
  const { reference } = (await initialize(shop, purchase([{ productId: 'metered', quantity: 2 }]))).body.data
  const held = await read(shop, '::1')
  expect(held.figure('jara_orders_pending')).toBe(1)
  expect(held.figure('jara_held_units')).toBe(2)
  expect(held.figure('jara_products_half_held')).toBe(1)
  expect(held.figure('jara_holds_overdue')).toBe(0)

  shop.clock.now += 31 * MINUTE_MS
  const overdue = await read(shop, '::1')
  expect(overdue.figure('jara_holds_overdue')).toBe(1)
  expect(overdue.figure('jara_hold_overdue_seconds')).toBe(60)

  await shop.jobs.runDue()
  const ended = await read(shop, '::1')
  expect(ended.figure('jara_orders_pending')).toBe(0)
  expect(ended.figure('jara_held_units')).toBe(0)
  expect(ended.figure('jara_holds_overdue')).toBe(0)
  expect(ended.figure('jara_payment_looks_total{source="reconciler",decision="cancel"}')).toBe(1)
  expect(ended.text).toContain('jara_job_seconds_count{queue="')
  expect(reference).toBeTypeOf('string')
})

test('a product is held up although much is left of a colour that it no longer comes in', async () => {
  const stock = [
    { color: 'black', quantity: 100 },
    { color: 'white', quantity: 3 },
  ]
  await seedProduct(shop.db, { id: 'hoarded', stock })
  await initialize(shop, purchase([{ productId: 'hoarded', color: 'white', size: '', quantity: 2 }]))
  expect((await read(shop, '::1')).figure('jara_products_half_held')).toBe(0)
  await shop.db
    .update(products)
    .set({ colors: ['white'] })
    .where(eq(products.id, 'hoarded'))
  expect((await read(shop, '::1')).figure('jara_products_half_held')).toBe(1)
  shop.clock.now += 31 * MINUTE_MS
  await shop.jobs.runDue()
})

test('a given-up mail is no longer unsent, and counted for a week', async () => {
  const owed = { kind: 'back_in_stock', recipient: '', createdAt: shop.now() } as const
  await shop.db.insert(outbox).values([
    { ...owed, id: newId() },
    { ...owed, id: newId(), givenUpAt: shop.now() },
  ])
  const mails = async () => {
    const { figure } = await read(shop, '::1')
    return [figure('jara_mails_unsent'), figure('jara_mail_oldest_seconds'), figure('jara_mails_given_up')]
  }
  const [unsent = 0] = await mails()
  shop.clock.now += MINUTE_MS
  expect(await mails()).toEqual([unsent, expect.any(Number), 1])
  await shop.db.delete(outbox).where(and(isNull(outbox.sentAt), isNull(outbox.givenUpAt)))
  expect(await mails()).toEqual([0, 0, 1])
  shop.clock.now += 7 * 24 * 60 * MINUTE_MS
  expect(await mails()).toEqual([0, 0, 0])
})

test('requests are counted by route pattern, never by URL', async () => {
  const over = { incoming: { socket: { remoteAddress: '203.0.113.7' } } }
  for (const id of ['metered', 'nothing-here']) await shop.app.request(`/api/product/${id}`, {}, over)
  const { text, figure } = await read(shop, '::1')
  expect(figure('jara_http_request_seconds_count{method="GET",route="/api/product/:id",status="200"}')).toBe(
    1,
  )
  expect(figure('jara_http_request_seconds_count{method="GET",route="/api/product/:id",status="404"}')).toBe(
    1,
  )
  expect(text).not.toContain('nothing-here')
})

test('how far the catalogue in memory is behind is reported for each process', async () => {
  shop.metrics.watchCatalogue(() => 12_500)
  expect((await read(shop, '::1')).figure('jara_catalogue_behind_seconds{process="1"}')).toBe(12.5)
})

test('metrics are served while the database is down', async () => {
  const lost = await openTestShop()
  await lost.connection.close()
  const { status, figure, text } = await read(lost, '::1')
  expect(status).toBe(200)
  expect(figure('jara_database_up')).toBe(0)
  expect(text).toContain('process_cpu_seconds_total')
})
