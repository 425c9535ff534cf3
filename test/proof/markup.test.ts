import { resolve } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newId } from '#server/db/id.ts'
import { mailbox, products, reviews, stockItems } from '#server/db/schema.ts'
import { loadBuiltPages } from '#server/pages/built.ts'
import { addAccount } from '#test/support/account.ts'
import { launchBrowser } from '#test/support/browser.ts'
import { findBrowser } from '#test/support/browser-program.ts'
import { prove } from '#test/support/proof.ts'
import { initialize, pay, purchase, seedPlace, seedProduct, verify } from '#test/support/purchase.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/**
 * I22: user input is text wherever it is shown. Every user-supplied text contains breakouts of every context; each page and
 * mail is then parsed by a real browser and compared with the same document made of plain texts. I27: a paid order's record
 * never changes, whatever happens to the product.
 */

/** Breaks out of text, attribute, title, textarea, comment, script, style, CDATA, template and URL. */
const BREAKOUTS = [
  '"><jara-x></jara-x><script>globalThis.jara=1</script>',
  "'><jara-x onclick=globalThis.jara=1>",
  '</title></textarea></style></script><jara-x>',
  '--><jara-x><!--',
  ']]><jara-x>',
  '<img src=x onerror=globalThis.jara=1><svg onload=globalThis.jara=1>',
  '</script><script>globalThis.jara=1//',
  '&lt;jara-x&gt;&#60;jara-x&#62;',
  'javascript:globalThis.jara=1',
  '\u2028\u2029</jara-x>',
]
const HOSTILE = BREAKOUTS.join(' ')
/** Short enough for a name. */
const HOSTILE_NAME = '"><jara-x><script>globalThis.jara=1</script></title>'

type Texts = { name: string; long: string; person: string; search: string }
const HOSTILE_TEXTS: Texts = {
  name: HOSTILE_NAME,
  long: HOSTILE,
  person: HOSTILE_NAME,
  search: HOSTILE.slice(0, 100),
}
const PLAIN_TEXTS: Texts = { name: 'Plain Tee', long: 'Plain words.', person: 'Ada Obi', search: 'nothing' }

let browser: Browser
let page: Page
const shops: TestShop[] = []
beforeAll(async () => {
  process.env.TEST_DATABASE_URL = inject('postgresUrl')
  browser = await launchBrowser(await findBrowser())
  page = await browser.newPage()
})
afterAll(async () => {
  await browser.close()
  for (const shop of shops) await shop.close()
})

/** Opens a shop whose product, review, order and mails consist of these texts; returns its pages and mails by name. */
async function shownWith(texts: Texts): Promise<Record<string, string>> {
  const shop = await openTestShop({ pages: await loadBuiltPages(resolve(import.meta.dirname, '../../dist')) })
  shops.push(shop)
  await seedPlace(shop.db)
  const { name, long, person, search } = texts
  await seedProduct(shop.db, {
    id: 'tee',
    name,
    description: long,
    category: name,
    tags: [name],
    colors: [name],
    sizes: [name],
    stock: [{ color: name, size: name, quantity: 5 }],
  })
  await shop.db
    .update(products)
    .set({ colors: [name], sizes: [name] })
    .where(eq(products.id, 'tee'))
  const account = await addAccount(shop, 'ada@example.ng', { fullName: person })
  await shop.db
    .insert(reviews)
    .values({ id: newId(), productId: 'tee', userId: account.id, userName: person, rating: 5, comment: long })
  const body = purchase([{ productId: 'tee', color: name, size: name }])
  Object.assign(body.shippingInfo, { fullName: person, address: long.slice(0, 300) })
  const { data } = (await initialize(shop, body)).body
  const hosted = await shop.sandbox.app.request(
    new URL(data.authorization_url).pathname.replace('/sandbox', ''),
  )
  await pay(shop, data.reference)
  await verify(shop, data.reference)
  await shop.call('POST', '/api/auth/register', {
    fullName: person,
    email: 'new@example.ng',
    password: 'Adire-2026',
  })
  await shop.jobs.runDue()
  const mails = await shop.db.select({ subject: mailbox.subject, html: mailbox.htmlBody }).from(mailbox)
  const paths = [
    '/',
    '/products',
    '/products/tee',
    '/checkout',
    '/dev/mailbox',
    '/api/docs',
    `/products?search=${encodeURIComponent(search)}`,
    `/products?category=${encodeURIComponent(name)}`,
    `/products?tag=${encodeURIComponent(name)}`,
    `/products?color=${encodeURIComponent(name)}&sortBy=price-asc`,
  ]
  const shown: Record<string, string> = { 'the provider’s page': await hosted.text() }
  for (const [number, path] of paths.entries())
    shown[`page ${number} ${path.split('?')[0]}`] = await (await shop.request(path)).text()
  for (const { html } of mails) shown[`mail ${Object.keys(shown).length}`] = html
  return shown
}

/** A browser's view of a document: its kinds of elements, its scripts, event handlers and script URLs. */
async function parsed(html: string) {
  return page.evaluate((text) => {
    const all = [...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('*')]
    const acting = all.flatMap((element) =>
      [...element.attributes].filter(
        ({ name, value }) =>
          /^on|^srcdoc$/i.test(name) ||
          (/^(href|src|action|formaction)$/i.test(name) && /^\s*(javascript|data:text)/i.test(value)),
      ),
    )
    return {
      foreign: all.filter((element) => element.localName === 'jara-x').length,
      scripts: all.filter((element) => element.localName === 'script').length,
      svgOrImageHandlers: acting.map(({ name, value }) => `${name}=${value}`),
      kinds: [...new Set(all.map((element) => element.localName))].toSorted().join(' '),
    }
  }, html)
}

test('breakouts of every kind stay text on every page and in every mail', async () => {
  await prove(async () => {
    const hostile = await shownWith(HOSTILE_TEXTS)
    const plain = await shownWith(PLAIN_TEXTS)
    expect(Object.keys(hostile)).toEqual(Object.keys(plain))
    let mentions = 0
    for (const [name, html] of Object.entries(hostile)) {
      const made = await parsed(html)
      const wanted = await parsed(plain[name] ?? '')
      expect([name, made.foreign, made.svgOrImageHandlers]).toEqual([name, 0, []])
      expect(`${name}: ${made.scripts} scripts`).toBe(`${name}: ${wanted.scripts} scripts`)
      if (html.includes('jara-x')) mentions += 1
    }
    // The texts must occur in the pages, or this would prove nothing.
    expect(mentions).toBeGreaterThanOrEqual(7)
    return {
      invariants: 'I22',
      what: `${BREAKOUTS.length} breakouts, as product, colour, size, tag, reviewer, review, payer, address and search`,
      count: Object.keys(hostile).length,
      unit: 'pages and mails',
      database: 'PostgreSQL',
      found: `no additional element, handler or script compared with plain texts; ${mentions} show them as text`,
    }
  })
})

test('a paid order is returned byte for byte unchanged, whatever happens to its product', async () => {
  await prove(async () => {
    const shop = await openTestShop()
    shops.push(shop)
    await seedPlace(shop.db)
    await seedProduct(shop.db, { id: 'tee' })
    const ada = await addAccount(shop, 'ada@example.ng')
    const { body } = await initialize(
      shop,
      purchase([{ productId: 'tee', quantity: 2 }], { email: ada.email }),
    )
    await pay(shop, body.data.reference)
    await verify(shop, body.data.reference)
    const list = async () => (await shop.request('/api/order/my-orders', { headers: ada.headers })).text()
    const [{ _id: id }] = JSON.parse(await list()) as [{ _id: string }]
    const one = async () => (await shop.request(`/api/order/${id}`, { headers: ada.headers })).text()
    const before = [await list(), await one()]
    expect(before[1]).toContain('Product tee')
    const changes = [
      () =>
        shop.db
          .update(products)
          .set({ name: 'Other', price: 1, images: [], colors: ['red'], sizes: [], category: 'X' }),
      () => shop.db.update(products).set({ discountType: 'percentage', discountValue: 9_000 }),
      () => shop.db.update(products).set({ retired: true }),
      () => shop.db.execute(sql`update shipping_places set amount_kobo = 1, place = 'Elsewhere'`),
      () => shop.db.update(stockItems).set({ available: 0 }),
      // As someone with database access could: with foreign keys and triggers disabled.
      () =>
        shop.db.transaction(async (tx) => {
          await tx.execute(sql`set local session_replication_role = replica`)
          for (const table of ['stock_items', 'stock_moves', 'products'])
            await tx.execute(sql`delete from ${sql.identifier(table)}`)
        }),
    ]
    for (const change of changes) {
      await change()
      expect([await list(), await one()]).toEqual(before)
    }
    const attempts = [
      'update orders set total_kobo = 1',
      "update order_lines set name = 'x'",
      'delete from order_lines',
      'delete from orders',
      "update orders set status = 'failed'",
    ]
    for (const statement of attempts) {
      await expect(shop.db.execute(sql.raw(statement))).rejects.toThrow()
      expect([await list(), await one()]).toEqual(before)
    }
    return {
      invariants: 'I27',
      what: 'After payment the product renamed, repriced, discounted, retired and deleted, and writes to the order attempted',
      count: changes.length + attempts.length,
      unit: 'changes',
      database: 'PostgreSQL',
      found: 'the order is returned byte for byte as before',
    }
  })
})
