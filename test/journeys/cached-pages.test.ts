import { expect, test } from 'vitest'
import { cachingVisitor, listCached, untilCached } from '#test/support/caching.ts'
import { openJourney } from '#test/support/journey.ts'
import { addMember } from '#test/support/member.ts'
import { findProduct, until, visit } from '#test/support/shopper.ts'

const journey = openJourney()

test('no member data is cached; signing out removes all traces of visited pages, and what was requested before it comes too late', {
  tags: ['whole'],
}, async () => {
  const member = await addMember(journey, 'Ada Obi', 'ada@offline.example')
  const { page, context } = await cachingVisitor(journey, { member, cart: [{ name: 'Eko Cap' }] })
  for (const path of ['/orders', '/checkout', '/home']) await visit(page, path)
  const asked = page.waitForResponse('**/api/auth/profile')
  await visit(page, '/products')
  // A response that comes after the session has ended would be a refusal.
  await asked
  await untilCached(page, '/products')

  const cached = await listCached(page)
  expect(cached).toContain('/products')
  const isPublic =
    /^\/(data-saver|products(\/\w+)?|assets\/.+|pictures\/.+|api\/(product|review|app-data)(\/\w+)?)?$/
  expect(
    cached.filter((path) => !isPublic.test(path) || path === '/api/app-data/shipping-addresses'),
  ).toEqual([])

  const { id } = await findProduct(journey, 'Eko Cap')
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(() => {
    const { fetch: send } = self
    const held = new Promise((done) => Object.assign(self, { letThrough: done }))
    Object.assign(self, {
      fetch: async (request: Request) => {
        if (request.url.includes('/api/product/')) {
          Object.assign(self, { isHeld: true })
          await held
        }
        return send(request)
      },
    })
  })
  await page.evaluate((path) => {
    Object.assign(window, { arrived: fetch(path).then((response) => response.text()) })
  }, `/api/product/${id}`)
  await expect.poll(() => worker?.evaluate(() => 'isHeld' in self)).toBe(true)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await until(page, async () =>
    (await Promise.all(['pages', 'responses', 'pictures'].map((name) => caches.has(name)))).every(
      (has) => !has,
    ),
  )
  const visitedPaths = async () => (await listCached(page)).filter((path) => !path.startsWith('/assets/'))
  expect(await visitedPaths()).toEqual([])
  await worker?.evaluate(() => (self as unknown as { letThrough: () => void }).letThrough())
  expect(await page.evaluate(() => (window as unknown as { arrived: Promise<string> }).arrived)).toMatch(
    /Eko Cap/,
  )
  expect(await visitedPaths()).toEqual([])
})

test('on a slow network the cached response is used, and updated when the new one arrives; full storage caches nothing new', {
  tags: ['whole'],
}, async () => {
  const { page, context } = await cachingVisitor(journey)
  const { id } = await findProduct(journey, 'Danfo Tee')
  const path = `/api/product/${id}`
  const ask = () => page.evaluate(async (asked) => (await fetch(asked)).headers.get('X-Cached-At'), path)
  const cachedAt = () =>
    page.evaluate(
      async (asked) => (await caches.match(asked, { cacheName: 'responses' }))?.headers.get('X-Cached-At'),
      path,
    )
  await ask()
  await expect.poll(cachedAt).toBeTruthy()
  const before = await cachedAt()

  const [worker] = context.serviceWorkers()
  // Makes the worker's timeout expire immediately, and holds every response back until it is released.
  await worker?.evaluate(() => {
    const { setTimeout: wait, fetch: send } = self
    const held = new Promise((done) => Object.assign(self, { letThrough: done }))
    const event: { waitUntil: (work: unknown) => void } = Reflect.get(self, 'ExtendableEvent').prototype
    const { waitUntil } = event
    event.waitUntil = function (work) {
      try {
        waitUntil.call(this, work)
      } catch (error) {
        Object.assign(self, { sleepy: String(error) })
      }
    }
    Object.assign(self, {
      setTimeout: (work: TimerHandler, _: number, ...rest: unknown[]) => wait(work, 0, ...rest),
      fetch: (request: Request) => held.then(() => send(request)),
    })
  })
  expect(await ask()).toBe(before)
  await worker?.evaluate(() => (self as unknown as { letThrough: () => void }).letThrough())
  await expect.poll(cachedAt).not.toBe(before)
  expect(await worker?.evaluate(() => 'sleepy' in self)).toBe(false)

  await worker?.evaluate(async () => {
    await caches.delete('files')
    Cache.prototype.put = () => Promise.reject(new DOMException('No room', 'QuotaExceededError'))
  })
  await visit(page, '/login')
  await page.getByRole('button', { name: /^Cart/ }).click()
  await page.getByRole('dialog').getByText('Your cart is empty').waitFor()
})
