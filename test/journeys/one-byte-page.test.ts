import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadBuiltPages } from '#server/pages/built.ts'
import { seedProduct } from '#test/support/purchase.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** The last page as it was rendered, without the API's responses. */
let rendered: string

let shop: TestShop
beforeAll(async () => {
  const pages = await loadBuiltPages(join(ROOT, 'dist'))
  shop = await openTestShop({
    pages: {
      ...pages,
      render: async (request, context) => {
        const { status, takeHtml } = await pages.render(request, context)
        const html = takeHtml()
        const [before = '', answers = '', after = ''] = html
        expect(answers).toMatch(/^\[\[/)
        rendered = before + after
        return { status, takeHtml: () => html }
      },
    },
  })
  await seedProduct(shop.db, { id: 'tee', name: 'Eyo Tee', tags: ['NewIn'] })
})
afterAll(() => shop.close())

/** What the owner writes may need any character. */
const OWNERS_WORDS = ['shop.config.ts', 'web/home/words.ts']
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .join('')
const beyond = (text: string) =>
  (text.match(/[^\0-\xff]/g) ?? []).filter((character) => !OWNERS_WORDS.includes(character))
const CONTROLS = /[\x7f-\x9f]|%C2%[89]/

test.each([
  '/',
  '/products?category=Tees',
  '/products?search=eyo',
  '/products?minPrice=1&maxPrice=99999',
  '/products/tee',
])('%s takes one byte a character while it is rendered, and is sent with its own', async (path) => {
  const response = await shop.request(path)
  expect(response.status).toBe(200)
  const sent = await response.text()
  expect(beyond(rendered)).toEqual([])
  expect(sent.includes('₦12,500')).toBe(true)
  expect(sent.match(CONTROLS)).toBeNull()
})

test('a name beyond Latin-1 is sent as it is, among the words of the shop', async () => {
  await seedProduct(shop.db, { id: 'agbada', name: 'Ẹ̀kọ́ Agbada', category: 'Agbadas' })
  const sent = await (await shop.request('/products/agbada')).text()
  expect(beyond(rendered)).not.toEqual([])
  expect(sent.includes('Ẹ̀kọ́ Agbada')).toBe(true)
  expect(sent.includes('₦12,500')).toBe(true)
  expect(sent.match(CONTROLS)).toBeNull()
})
