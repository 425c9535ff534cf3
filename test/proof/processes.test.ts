import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PASSWORD } from '#test/support/login.ts'
import { prove, sized } from '#test/support/proof.ts'
import { ask, type ShopResponse } from './rig/ask.ts'
import { checkoutRequestFor, start, verify } from './rig/buyer.ts'
import { openRigScene } from './rig/rig.ts'
import { settleAndCheck } from './rig/settled.ts'

const PROCESSES = 2
const MINUTE_MS = 60_000
const HOLD_MS = 31 * 60_000
const FRESH_MS = 60_000
const LOOKS_MAX = 300
const SEARCHES_MAX = 300

const rig = openRigScene({ processes: PROCESSES })

/** Sends `count` requests, `atOnce` of them concurrently, alternating between the processes. */
async function burst(
  count: number,
  send: (shop: { url: string }, index: number) => Promise<ShopResponse>,
  atOnce = count,
): Promise<ShopResponse[]> {
  const responses: ShopResponse[] = []
  let sent = 0
  const sendOn = async () => {
    while (sent < count) {
      const index = sent++
      responses.push(await send(rig.shop(index % PROCESSES), index))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendOn))
  return responses
}

function countByStatus(responses: readonly ShopResponse[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(responses, ({ status }) => status)].map(([key, found]) => [key, found.length]),
  )
}

test('rate limits hold across processes, whatever the concurrency and the claimed address', async () => {
  await rig.stock('limited', 1_000)
  await prove(async () => {
    const bursts = sized({ quick: 1, whole: 10 })
    const { size, atOnce } = sized({
      quick: { size: 320, atOnce: 40 },
      whole: { size: 1_000, atOnce: 1_000 },
    })
    for (let turn = 0; turn < bursts; turn++) {
      // The reverse proxy adds the last entry; the ones before it are claimed by the client.
      const address = `10.9.${turn}.1`
      const askAs = (shop: { url: string }, index: number, path: string) =>
        ask(shop.url, 'GET', path, {
          headers: { 'x-forwarded-for': `10.8.${index % 250}.7, ${address}` },
        })
      // At the start of a minute: one that ends during the burst would rightly let more through.
      const beginMinute = () => rig.advance(MINUTE_MS - (rig.nowMs() % MINUTE_MS))
      await beginMinute()
      const looks = await burst(
        size,
        (shop, index) => askAs(shop, index, `/api/payment/verify/unknown-${index}`),
        atOnce,
      )
      const { 404: unknown = 0, ...others } = countByStatus(looks)
      expect(others).toEqual({ 429: size - unknown })
      expect(unknown).toBe(LOOKS_MAX)

      // All with the same query.
      await beginMinute()
      const searches = await burst(
        size,
        (shop, index) => askAs(shop, index, '/api/product?search=limited'),
        atOnce,
      )
      const { 200: found = 0, ...rest } = countByStatus(searches)
      expect(rest).toEqual({ 429: size - found })
      expect(found).toBe(SEARCHES_MAX)

      const email = `burst-${turn}@example.com`
      const starts = countByStatus(
        await burst(40, (shop) =>
          start(shop, checkoutRequestFor([{ productId: 'limited' }], { email, from: address })),
        ),
      )
      expect(starts[200]).toBe(3)
      expect(starts[429]).toBe(37)
      await rig.advance(HOLD_MS)
    }
    await settleAndCheck(rig)
    return {
      invariants: 'I24',
      what: `${size} status checks and ${size} searches from one address and 40 starts of one shopper, concurrently, over ${PROCESSES} processes, with forged X-Forwarded-For`,
      count: bursts,
      unit: 'bursts',
      found: 'never more than 300 status checks, 300 searches and 3 pending orders allowed',
    }
  })
})

test('a shopper who never pays, and a network of them, hold at most 40 pieces, and nothing half an hour later', {
  tags: ['whole'],
}, async () => {
  const units = 5_000
  await rig.stock('hoarded', units)
  await prove(async () => {
    const heldBy = async (emails: string) => {
      const [row] = await rig.rows<{ held: number }>(
        sql`select coalesce(sum(l.quantity), 0)::int as held from order_lines l join orders o on o.id = l.order_id
          where o.status = 'pending' and o.email like ${emails}`,
      )
      return row?.held ?? 0
    }
    const hoard = (quantity: number, email: string, from: string) =>
      checkoutRequestFor([{ productId: 'hoarded', quantity }], { email, from })
    const alone = await burst(20, (shop, index) =>
      start(shop, hoard(1 + (index % 20), 'hoarder@example.com', '10.66.5.5')),
    )
    const heldAlone = await heldBy('hoarder@%')
    expect(heldAlone).toBeGreaterThan(0)
    expect(heldAlone).toBeLessThanOrEqual(40)
    const disguises = sized({ quick: 60, whole: 400 })
    const disguised = await burst(
      disguises,
      (shop, index) => start(shop, hoard(4, `bot-${index}@example.com`, '10.66.6.6')),
      sized({ quick: 12, whole: disguises }),
    )
    // Most are asked to do the work of a browser first; a start that waits too long for the stock is asked to retry later.
    const busy = disguised.filter(({ body }) => body?.code === 'CHECKOUT_BUSY').length
    const { 200: placed = 0, 428: asked = 0, 429: refused = 0 } = countByStatus(disguised)
    expect(placed + asked + refused + busy).toBe(disguises)
    expect(placed).toBeGreaterThan(0)
    expect(await heldBy('bot-%')).toBeLessThanOrEqual(40)
    await rig.advance(HOLD_MS)
    await settleAndCheck(rig)
    const [left] = await rig.rows<{ available: number }>(
      sql`select available from stock_items where product_id = 'hoarded'`,
    )
    expect(left?.available).toBe(units)
    return {
      invariants: 'I26, I10',
      what: `A hoarder with one e-mail address, then one with ${disguises}, each behind one IP address`,
      count: alone.length + disguises,
      unit: 'starts',
      found: 'at most 40 pieces each, all released 30 minutes after the last start',
    }
  })
})

async function newestCode(email: string, mails: number): Promise<string> {
  const read = async () => {
    const { body } = await ask(rig.shop().url, 'GET', '/dev/mailbox.json')
    return (body as { recipient: string; subject: string }[]).filter(({ recipient }) => recipient === email)
  }
  await expect.poll(async () => (await read()).length).toBeGreaterThanOrEqual(mails)
  return /^\d{6}/.exec((await read())[0]?.subject ?? '')?.[0] ?? ''
}

test('a session that ends in one process is invalid immediately in the other', async () => {
  await prove(async () => {
    const rounds = sized({ quick: 1, whole: 10 })
    const [here, there] = [rig.shop(0).url, rig.shop(1).url]
    const profile = async (token: string) =>
      (await ask(there, 'GET', '/api/auth/profile', { headers: { authorization: `Bearer ${token}` } })).status
    for (let round = 0; round < rounds; round++) {
      const email = `member-${round}@example.com`
      const say = async (path: string, body: unknown, headers = {}) => {
        const response = await ask(here, 'POST', `/api/auth/${path}`, {
          body,
          headers: { 'x-forwarded-for': `10.7.7.${round}`, ...headers },
        })
        expect([path, response.status]).toEqual([path, expect.toSatisfy((status) => status < 300)])
        return response.body
      }
      await say('register', { fullName: 'Ada Obi', email, password: PASSWORD })
      const first = await say('verify-otp', { email, otp: await newestCode(email, 1) })
      const second = await say('login', { email, password: PASSWORD })
      expect([await profile(first.token), await profile(second.token)]).toEqual([200, 200])
      await say('logout', {}, { authorization: `Bearer ${first.token}` })
      expect([await profile(first.token), await profile(second.token)]).toEqual([401, 200])
      await say('forgot-password', { email })
      const otp = await newestCode(email, 2)
      await say('reset-password', { email, otp, newPassword: `${PASSWORD}2` })
      expect(await profile(second.token)).toBe(401)
    }
    return {
      invariants: 'I19',
      what: 'Logout, then password reset, in one process; the next request goes to the other',
      count: rounds * 2,
      unit: 'ended sessions',
      found: '401 on the next request, a logout does not affect other sessions',
    }
  })
})

test('displayed prices are at most a minute old, charged ones are current', async () => {
  await rig.stock('dearer', 10)
  await prove(async () => {
    const rounds = sized({ quick: 2, whole: 50 })
    const shown = async (path: string) =>
      Promise.all(rig.shops.map(async (shop) => JSON.stringify((await ask(shop.url, 'GET', path)).body)))
    for (let round = 0; round < rounds; round++) {
      const naira = 20_000 + round
      await shown('/api/product/dearer')
      const before = checkoutRequestFor([{ productId: 'dearer', price: round === 0 ? 12_500 : naira - 1 }])
      await rig.withDatabase((db) =>
        db.execute(sql`update products set price_kobo = ${naira * 100} where id = 'dearer'`),
      )
      const refused = await start(rig.shop(round % PROCESSES), before)
      expect([refused.status, refused.body.code]).toEqual([409, 'PRICE_CHANGED'])
      await rig.advance(FRESH_MS)
      for (const path of ['/api/product/dearer', '/api/product?limit=100', '/products/dearer']) {
        const pages = await shown(path)
        for (const page of pages) expect(page.replaceAll(',', '')).toContain(String(naira))
      }
    }
    const sold = await start(
      rig.shop(0),
      checkoutRequestFor([{ productId: 'dearer', price: 20_000 + rounds - 1, quantity: 10 }]),
    )
    expect(sold.status).toBe(200)
    await rig.advance(FRESH_MS)
    for (const page of await shown('/api/product/dearer')) expect(page).toMatch(/"quantity":0/)
    expect((await verify(rig.shop(1), sold.body.data.reference)).body.payment.status).toBe('pending')
    await settleAndCheck(rig)
    return {
      invariants: 'I25',
      what: `A price changes in the database; both processes show it on page, list and product, then it is paid`,
      count: rounds,
      unit: 'changes',
      found: 'the old price is never charged, the new one is shown everywhere after a minute',
    }
  })
})
