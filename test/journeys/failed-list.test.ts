import { resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Browser } from 'playwright-core'
import { afterAll, expect, test, vi } from 'vitest'
import { type HttpServer, openHttpServer } from '#server/http/http-server.ts'
import { loadBuiltPages } from '#server/pages/built.ts'
import { openVisitor } from '#test/support/browser.ts'
import { inWorker } from '#test/support/journey-shop.ts'
import { seedProduct } from '#test/support/purchase.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { heading, visit } from '#test/support/shopper.ts'

const DIST = resolve(import.meta.dirname, '../../dist')

let browser: Browser
let shop: TestShop
let http: HttpServer
let url: string
inWorker.beforeAll(async ({ browser: shared }) => {
  browser = shared
  shop = await openTestShop({ pages: await loadBuiltPages(DIST) })
  http = await openHttpServer(0, '127.0.0.1')
  url = `http://127.0.0.1:${http.port}`
  http.respondWith(getRequestListener(shop.app.fetch))
  await seedProduct(shop.db, { id: 'tee', category: 'Tees', images: [] })
})
afterAll(async () => {
  await http?.close()
  await shop?.close()
})

test('a page rendered without its list is an error, and still has the categories and the filters', {
  tags: ['whole'],
}, async () => {
  const { page, context } = await openVisitor(browser, url)
  const failing = vi.spyOn(await shop.productIndex.read(), 'list').mockImplementation(() => {
    throw new Error('The catalogue cannot be read')
  })
  const response = await fetch(`${url}/products?color=black&size=M`)
  expect(response.status).toBe(500)
  const html = await response.text()
  const texts = ['TEES', 'All Merch', 'Filter products', 'Failed to load products', 'Try Again']
  expect(texts.filter((text) => !html.includes(text))).toEqual([])

  await visit(page, '/products?color=black&size=M')
  await heading(page, 'All Merch').waitFor()
  await heading(page, 'Failed to load products').waitFor()
  failing.mockRestore()
  const filters = page.getByRole('complementary', { name: 'Filters' })
  await filters.getByRole('checkbox', { name: 'black' }).uncheck()
  await page.waitForURL('**/products?size=M')
  await page.getByText('1 of 1', { exact: true }).waitFor()
  await filters.getByRole('checkbox', { name: 'black 1 product', exact: true }).waitFor()
  await context.close()
})
