import { and, eq, inArray } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { products } from '#server/db/schema/catalogue.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { recentTries } from '#server/db/schema/shop.ts'
import { stockAlerts, stockItems } from '#server/db/schema/stock.ts'
import { receiveStock } from '#server/stock/store.ts'
import { mailsTo, passTime, placeOrder, seedPlace, seedProduct } from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

let email: string
let productId: string
const shop = openShopScene(async () => {
  await seedPlace(shop.db)
})
beforeEach(async () => {
  email = `${newId()}@example.com`
  productId = newId()
  // A day later, so that tests do not share rate limits.
  passTime(shop, 24 * 60)
  await seedProduct(shop.db, {
    id: productId,
    name: 'Tee & <b>Cap</b>',
    stock: [
      { color: 'black', size: 'M', quantity: 0 },
      { color: 'black', size: 'L', quantity: 1 },
    ],
  })
})

const ask = (changes: Record<string, unknown> = {}) =>
  shop.call('POST', '/api/stock-alert', { email, productId, color: 'black', size: 'M', ...changes })
const alertsOf = (address: string) => shop.db.select().from(stockAlerts).where(eq(stockAlerts.email, address))
const receive = (size = 'M') => receiveStock(shop.db, { productId, color: 'black', size }, 1, 'test')

describe('asking', () => {
  test('always gets the same response, and is stored once', async () => {
    const first = await ask()
    const [waiting] = await alertsOf(email)
    passTime(shop, 1)
    const again = await ask({ email: ` ${email.toUpperCase()} ` })
    expect([first.status, first.body]).toEqual([200, { message: expect.stringMatching(/once/) }])
    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(await alertsOf(email)).toMatchObject([{ productId, color: 'black', size: 'M', toldAt: null }])
    // It keeps its place among those that wait.
    expect(await alertsOf(email)).toEqual([waiting])
  })

  test.each([
    ['an invalid address', { email: 'ada@' }, 400, { email: 'Invalid email address' }],
    ['no address', { email: '' }, 400, { email: 'Email is required' }],
  ])('%s is refused by its field', async (_, changes, status, fields) => {
    const response = await ask(changes)
    expect([response.status, response.body.fields]).toEqual([status, fields])
  })

  test('is refused for unknown items and retired products', async () => {
    expect((await ask({ size: 'XS' })).status).toBe(404)
    expect((await ask({ productId: 'none' })).status).toBe(404)
    await shop.db.update(products).set({ retired: true }).where(eq(products.id, productId))
    expect((await ask()).status).toBe(404)
    expect(await alertsOf(email)).toEqual([])
  })

  test('is refused for a size that the product no longer comes in', async () => {
    await shop.db
      .update(products)
      .set({ sizes: ['L'] })
      .where(eq(products.id, productId))
    expect((await ask()).status).toBe(404)
    expect((await ask({ size: 'L' })).body.message).toContain('in stock')
  })

  test('is refused for what is in stock, so that nobody can have a mail sent to somebody at once', async () => {
    await ask()
    await receive()
    await shop.jobs.runDue()
    for (const size of ['L', 'M']) {
      const response = await ask({ size })
      expect([response.status, response.body.code]).toEqual([400, 'VALIDATION'])
    }
    const again = await ask({ email: 'somebody@example.com' })
    expect(again.body.message).toBe('It is in stock: you can buy it now.')
    await shop.jobs.runDue()
    expect(await mailsTo(shop, email)).toHaveLength(1)
    expect(await alertsOf('somebody@example.com')).toEqual([])
  })

  test('is limited to 20 a day per address, whoever asks', async () => {
    for (let i = 0; i < 20; i++) expect((await ask()).status).toBe(200)
    const refused = await ask()
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask({ email: `other-${email}` })).status).toBe(200)
  })

  test('is limited to 60 an hour per client address, over all e-mail addresses', async () => {
    expect((await ask({ email: `0-${email}` })).status).toBe(200)
    // As if 59 had been counted by now.
    await shop.db.update(recentTries).set({ triedAtMs: Array.from({ length: 59 }, () => shop.clock.now) })
    expect((await ask({ email: `59-${email}` })).status).toBe(200)
    expect((await ask({ email: `60-${email}` })).body.code).toBe('RATE_LIMITED')
    passTime(shop, 2 * 60)
    expect((await ask({ email: `60-${email}` })).status).toBe(200)
  })
})

describe('the mail', () => {
  test('is sent once when goods arrive, names the choice and links to it', async () => {
    await ask()
    await shop.jobs.runDue()
    expect(await mailsTo(shop, email)).toEqual([])
    await receive()
    await shop.jobs.runDue()
    await receive()
    await shop.jobs.runDue()
    const mails = await mailsTo(shop, email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe('It is back: Tee & <b>Cap</b> (black, M)')
    expect(mails[0]?.htmlBody).toContain('Tee &amp; &lt;b&gt;Cap&lt;/b&gt;')
    expect(mails[0]?.textBody).toContain(
      `${shop.settings.publicUrl}/products/${productId}?color=black&size=M`,
    )
    expect(mails[0]?.textBody).toContain('₦12,500')
  })

  test('waits for its own colour and size', async () => {
    await ask()
    await receive('L')
    await shop.jobs.runDue()
    expect(await mailsTo(shop, email)).toEqual([])
  })

  test('is sent when a hold expires unpaid', async () => {
    await placeOrder(shop, [{ productId, size: 'L' }])
    await ask({ size: 'L' })
    await shop.jobs.runDue()
    expect(await mailsTo(shop, email)).toEqual([])
    passTime(shop, 31)
    await shop.jobs.runDue()
    await shop.jobs.runDue()
    expect(await mailsTo(shop, email)).toHaveLength(1)
  })

  test('is queued once even when several processes sweep at once', async () => {
    const others = Array.from({ length: 60 }, (_, i) => `${i}-${email}`)
    await shop.db
      .insert(stockAlerts)
      .values(
        others.map((address) => ({ id: newId(), email: address, productId, color: 'black', size: 'M' })),
      )
    await receive()
    await Promise.all(Array.from({ length: 4 }, () => shop.jobs.runDue()))
    const owed = await shop.db.select().from(outbox).where(eq(outbox.kind, 'back_in_stock'))
    const recipients = owed.map((mail) => mail.recipient).filter((address) => address.endsWith(email))
    expect(recipients.toSorted()).toEqual(others.toSorted())
  })

  test('is sent again after another request', async () => {
    await ask()
    await receive()
    await shop.jobs.runDue()
    await shop.db
      .update(stockItems)
      .set({ available: 0 })
      .where(and(eq(stockItems.productId, productId), eq(stockItems.size, 'M')))
    passTime(shop, 24 * 60)
    await ask()
    expect(await alertsOf(email)).toMatchObject([{ createdAt: shop.now(), toldAt: null }])
    await shop.jobs.runDue()
    expect(await mailsTo(shop, email)).toHaveLength(1)
    await receive()
    await shop.jobs.runDue()
    expect(await mailsTo(shop, email)).toHaveLength(2)
  })
})

describe('stopping', () => {
  const idOf = async () => (await alertsOf(email))[0]?.id ?? ''
  const stop = (id: string, headers: Record<string, string>) =>
    shop.request(`/api/stock-alert/${id}/stop`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: 'List-Unsubscribe=One-Click',
    })

  test('by the one-click button of a mail program deletes every alert of that address only', async () => {
    await ask()
    await ask({ size: 'L' })
    await ask({ email: `other-${email}` })
    const response = await stop(await idOf(), { accept: '*/*' })
    expect(response.status).toBe(204)
    expect(await alertsOf(email)).toEqual([])
    expect(await alertsOf(`other-${email}`)).toHaveLength(1)
  })

  test('also deletes the mails that are still to be sent to that address', async () => {
    await ask()
    await ask({ size: 'L' })
    await ask({ email: `other-${email}` })
    const id = await idOf()
    const kind = 'back_in_stock' as const
    const owed = { kind, orderId: null, payload: {}, createdAt: shop.now() }
    for (const recipient of [email, email, `other-${email}`])
      await shop.db.insert(outbox).values({ ...owed, id: newId(), recipient })
    await shop.db.insert(outbox).values({ ...owed, kind: 'password_changed', id: newId(), recipient: email })
    await stop(id, { accept: '*/*' })
    const left = await shop.db
      .delete(outbox)
      .where(inArray(outbox.recipient, [email, `other-${email}`]))
      .returning()
    expect(left.map((mail) => [mail.kind, mail.recipient]).toSorted()).toEqual([
      ['back_in_stock', `other-${email}`],
      ['password_changed', email],
    ])
  })

  test('by the form of the page redirects back to it, also for an unknown id', async () => {
    await ask()
    const id = await idOf()
    for (const _ of ['kept', 'gone']) {
      const response = await stop(id, { accept: 'text/html,application/xhtml+xml' })
      expect([response.status, response.headers.get('location')]).toEqual([
        303,
        `/stock-alert/${id}?stopped=true`,
      ])
    }
    expect(await alertsOf(email)).toEqual([])
  })

  test.each([
    ['an unknown id', newId()],
    ['101 characters', 'x'.repeat(101)],
    ['a NUL', '%00'],
    ['a newline and markup', '%0d%0a%3Cb%3E'],
  ])('responds to %s as to any other', async (_, id) => {
    const browser = { accept: 'text/html' }
    expect((await stop(id, { accept: '*/*' })).status).toBe(204)
    const response = await stop(id, browser)
    const page = `/stock-alert/${encodeURIComponent(decodeURIComponent(id))}`
    expect([response.status, response.headers.get('location')]).toEqual([303, `${page}?stopped=true`])
    const opened = await shop.request(`/api/stock-alert/${id}/stop`)
    expect([opened.status, opened.headers.get('location')]).toEqual([302, page])
  })

  test('does not happen on GET, since programs prefetch links', async () => {
    await ask()
    const id = await idOf()
    const response = await shop.request(`/api/stock-alert/${id}/stop`)
    expect([response.status, response.headers.get('location')]).toEqual([302, `/stock-alert/${id}`])
    expect(await alertsOf(email)).toHaveLength(1)
  })
})

test('addresses are deleted when they are no longer needed', async () => {
  const waiting = `waiting-${email}`
  await ask()
  await receive()
  await shop.jobs.runDue()
  await shop.db.update(stockItems).set({ available: 0 }).where(eq(stockItems.productId, productId))
  await ask({ email: waiting })
  passTime(shop, 91 * 24 * 60)
  await shop.jobs.runDue()
  expect([await alertsOf(email), await alertsOf(waiting)]).toEqual([[], [expect.anything()]])
  passTime(shop, 275 * 24 * 60)
  await shop.jobs.runDue()
  expect(await alertsOf(waiting)).toEqual([])
})
