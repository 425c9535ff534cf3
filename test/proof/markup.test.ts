import { resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { products } from '#server/db/schema/catalogue.ts'
import { mailbox } from '#server/db/schema/mail.ts'
import { stockItems } from '#server/db/schema/stock.ts'
import { loadBuiltPages } from '#server/pages/built.ts'
import { addAccount } from '#test/support/account.ts'
import { BREAKOUTS, hostileChoice, hostileName, hostileText } from '#test/support/breakout.ts'
import { launchBrowser } from '#test/support/browser.ts'
import { findBrowser } from '#test/support/browser-program.ts'
import { prove } from '#test/support/proof.ts'
import { initialize, pay, purchase, seedPlace, seedProduct, verify } from '#test/support/purchase.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/**
 * I22: user input is text wherever it is shown. Every user-supplied text contains breakouts of every context; each page and
 * mail that the server renders is then parsed by a real browser and compared with the same document made of plain texts. What
 * only the browser renders, such as reviews, is in the journey of hostile texts. I27: a paid order's record
 * never changes, whatever happens to the product.
 */

/** What is typed, each with a word of its own, by which it is recognised. */
const SOURCES = {
  product: hostileName('Ownproduct'),
  description: hostileText('Owndescription'),
  category: hostileName('Owncategory'),
  colour: hostileChoice('Owncolour'),
  size: hostileChoice('Ownsize'),
  tag: hostileChoice('Owntag'),
  payer: hostileName('Ownpayer'),
  address: hostileText('Ownaddress').slice(0, 300),
  search: hostileText('Ownsearch').slice(0, 100),
}
type Texts = Record<keyof typeof SOURCES, string>
const markerOf = (text: string) => /^\w+/.exec(text)?.[0] ?? ''
/** The same without anything that could be markup. */
const PLAIN = Object.fromEntries(Object.entries(SOURCES).map(([of, text]) => [of, markerOf(text)])) as Texts

let browser: Browser
let page: Page
const shops: TestShop[] = []
beforeAll(async () => {
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
  const { product, description, category, colour, size, tag, payer, address, search } = texts
  await seedProduct(shop.db, {
    id: 'tee',
    name: product,
    description,
    category,
    tags: [tag],
    stock: [{ color: colour, size, quantity: 5 }],
  })
  const body = purchase([{ productId: 'tee', color: colour, size }])
  Object.assign(body.shippingInfo, { fullName: payer, address })
  const { data } = (await initialize(shop, body)).body
  const hosted = await shop.sandbox.app.request(
    new URL(data.authorization_url).pathname.replace('/sandbox', ''),
  )
  await pay(shop, data.reference)
  await verify(shop, data.reference)
  await shop.call('POST', '/api/auth/register', {
    fullName: payer,
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
    `/products?category=${encodeURIComponent(category)}`,
    `/products?tag=${encodeURIComponent(tag)}`,
    `/products?color=${encodeURIComponent(colour)}&sortBy=price-asc`,
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
    const hostile = await shownWith(SOURCES)
    const plain = await shownWith(PLAIN)
    expect(Object.keys(hostile)).toEqual(Object.keys(plain))
    const shown = Object.values(hostile).join('\n')
    for (const [name, html] of Object.entries(hostile)) {
      const made = await parsed(html)
      const wanted = await parsed(plain[name] ?? '')
      expect([name, made.foreign, made.svgOrImageHandlers]).toEqual([name, 0, []])
      expect(`${name}: ${made.scripts} scripts`).toBe(`${name}: ${wanted.scripts} scripts`)
    }
    // Each must occur, or this would prove nothing about it.
    const missing = Object.entries(SOURCES).filter(([, text]) => !shown.includes(markerOf(text)))
    expect(missing.map(([source]) => source)).toEqual([])
    return {
      invariants: 'I22',
      what: `${BREAKOUTS.length} breakouts, as ${Object.keys(SOURCES).join(', ')}`,
      count: Object.keys(hostile).length,
      unit: 'pages and mails',
      found: 'no additional element, handler or script compared with plain texts; each of them is shown',
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
      found: 'the order is returned byte for byte as before',
    }
  })
})
