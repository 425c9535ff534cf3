import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { rowsOf } from '#server/db/rows.ts'
import { WORK_ROUNDS } from '#server/payment/start/work.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import { checkLedger } from '#test/support/ledger.ts'
import { mulberry32 } from '#test/support/mulberry32.ts'
import { sized } from '#test/support/proof.ts'
import { pay, purchase, seedPlace, seedProduct } from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { solveWork } from '#web/data/work.ts'

/**
 * Holding goods without paying: what a stranger reaches who starts payments with invented addresses, as fast as the shop lets them
 * and with all the work done that it asks for; and that a crowd of honest shoppers behind one carrier address is served.
 */
const MINUTES = sized({ quick: 12, whole: 180 })
const PHONES = sized({ quick: 24, whole: 500 })
/** The clock is the test's, so how long the work takes a processor decides nothing but how long the quick part takes. */
const workRounds = sized({ quick: 50, whole: WORK_ROUNDS })
const SIZES = ['S', 'M', 'L', 'XL']

const shop = openShopScene(({ db }) => seedPlace(db), { settings: { trustProxy: 1, workRounds } })

beforeAll(async () => {
  // 17,600 pieces of 80 products, a tenth of them nearly sold out.
  for (let index = 0; index < 80; index++)
    await seedProduct(shop.db, {
      id: `tee-${index}`,
      stock: SIZES.map((size) => ({ color: 'black', size, quantity: index % 10 === 0 ? 4 : 60 })),
    })
  await seedProduct(shop.db, { id: 'drop', stock: [{ color: 'black', size: 'M', quantity: 600 }] })
})
// Nothing that one test left unpaid counts in the next.
beforeEach(() => {
  shop.clock.now += 48 * 60 * MINUTE_MS
})

type Start = { from: string; lines: Parameters<typeof purchase>[0]; cookie?: string }

/** Starts a payment as a browser does: with the work done that it is asked for. */
async function start({ from, lines, cookie = '' }: Start) {
  const body = purchase(lines)
  const headers = { 'x-forwarded-for': from, cookie }
  const first = await shop.call('POST', '/api/payment/initialize', body, headers)
  if (first.status !== 428) return first
  const work = await solveWork(first.body.details)
  return shop.call('POST', '/api/payment/initialize', body, { ...headers, 'proof-of-work': work })
}

const heldShare = async () => {
  const [row] = await rowsOf<{ share: number }>(
    shop.db,
    sql`select sum(held)::float8 / sum(available + held) as share from stock_items`,
  )
  return row?.share ?? 0
}

const soldOut = async () => {
  const rows = await rowsOf<{ item: string }>(
    shop.db,
    sql`select product_id || ' ' || size as item from stock_items where available = 0 and held > 0`,
  )
  return rows.map(({ item }) => item)
}

/** Lets the attackers try for hours, and measures what they hold and for how long anything is sold out by them. */
async function attack(networks: readonly string[], random: () => number) {
  const soldOutSince = new Map<string, number>()
  let mostHeld = 0
  let longestMin = 0
  let accepted = 0
  for (let minute = 0; minute < MINUTES; minute++) {
    for (const network of networks) {
      for (let tried = 0; tried < Math.ceil(6 / networks.length); tried++) {
        // Preferably what is nearly sold out.
        const product = random() < 0.6 ? Math.floor(random() * 8) * 10 : Math.floor(random() * 80)
        const size = SIZES[Math.floor(random() * SIZES.length)] ?? 'M'
        const quantity = product % 10 === 0 ? 4 : 20
        const { status } = await start({
          from: network,
          lines: [{ productId: `tee-${product}`, size, quantity }],
        })
        if (status === 200) accepted += 1
      }
    }
    mostHeld = Math.max(mostHeld, await heldShare())
    const now = await soldOut()
    for (const item of soldOutSince.keys()) if (!now.includes(item)) soldOutSince.delete(item)
    for (const item of now) {
      const since = soldOutSince.get(item) ?? minute
      soldOutSince.set(item, since)
      longestMin = Math.max(longestMin, minute - since)
    }
    shop.clock.now += MINUTE_MS
    await shop.jobs.runDue()
  }
  return { mostHeld, longestMin, accepted }
}

test.each([
  ['one address', ['41.58.1.7'], 0.05],
  ['20 addresses', Array.from({ length: 20 }, (_, index) => `41.58.${index}.7`), 0.1],
])(
  'an attack from %s never holds more of the shop than allowed, and sells nothing out for more than ten minutes',
  async (_, networks, share) => {
    const { mostHeld, longestMin, accepted } = await attack(networks, mulberry32(42))
    expect(accepted).toBeGreaterThan(0)
    expect(mostHeld).toBeLessThanOrEqual(share)
    expect(longestMin).toBeLessThanOrEqual(10)
    await checkLedger(shop.db)
  },
)

test(`${PHONES} honest shoppers behind one address all buy what has just come in`, async () => {
  const random = mulberry32(7)
  const phones = Array.from({ length: PHONES }, () => ({
    atS: Math.floor(random() * 60),
    reference: '',
    paid: false,
    cookie: '',
  }))
  for (let second = 0; phones.some(({ paid }) => !paid); second += 5) {
    expect(second).toBeLessThan(60 * 60)
    for (const phone of phones.filter(({ paid, atS }) => !paid && atS <= second)) {
      if (phone.reference !== '') {
        await pay(shop, phone.reference)
        phone.paid = true
        continue
      }
      const { status, body, headers } = await start({
        from: '102.89.23.4',
        lines: [{ productId: 'drop' }],
        cookie: phone.cookie,
      })
      phone.cookie = headers.get('set-cookie')?.split(';')[0] ?? phone.cookie
      if (status === 200) {
        phone.reference = body.data.reference
        // On the provider's page.
        phone.atS = second + 60 + Math.floor(random() * 120)
      } else {
        expect([status, body.code]).toEqual([429, 'RATE_LIMITED'])
        phone.atS = second + Number(headers.get('retry-after'))
      }
    }
    shop.clock.now += 5_000
    await shop.jobs.runDue()
  }
  const [drop] = await rowsOf<{ sold: number }>(
    shop.db,
    sql`select sold from stock_items where product_id = 'drop'`,
  )
  expect(drop?.sold).toBe(PHONES)
  await checkLedger(shop.db)
})
