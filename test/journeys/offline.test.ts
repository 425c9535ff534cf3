import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { listCached, untilCached, untilCaching } from '#test/support/caching.ts'
import { openJourney } from '#test/support/journey.ts'
import {
  findProduct,
  heading,
  reload,
  saidInPassing,
  until,
  untilAlive,
  visit,
} from '#test/support/shopper.ts'

let proxy: Server | undefined

// Registered before the journey's hook, since hooks run in reverse order: visitors must be closed before the proxy that they use.
afterEach(() => {
  proxy?.closeAllConnections()
  proxy?.close()
  proxy = undefined
})

const journey = openJourney()

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'You are offline.' })

/** The heading of a product page; the listing's cards have the name in a lower heading. */
const pageOf = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

test('visited pages stay readable offline, with their age; what is not saved says so', async () => {
  const shop = await openChangingShop(journey.url())
  const { page, context, expectComplaint } = await journey.visitor({
    serviceWorkers: 'allow',
    baseURL: shop.url,
  })
  const { id } = await findProduct(journey, 'Danfo Tee')
  const path = `/products/${id}`
  const cachedAt = () =>
    page.evaluate(
      async (asked) => (await caches.match(asked, { cacheName: 'pages' }))?.headers.get('X-Cached-At'),
      path,
    )
  // Opened before there is a worker: the page itself asks to be cached.
  await visit(page, `${path}?color=black&utm_source=mail`)
  await expect.poll(cachedAt).toBeTruthy()
  const before = await cachedAt()
  await untilCaching(page)
  await page.getByRole('main').getByRole('button', { name: 'white', exact: true }).click()
  await page.waitForURL('**color=white*')
  await reload(page)
  await expect.poll(cachedAt).not.toBe(before)
  expect((await listCached(page)).filter((cached) => cached.startsWith('/products'))).toEqual([path])
  await visit(page, '/products')
  await untilCached(page, '/products')
  await page.getByRole('link', { name: 'Eko Cap', exact: true }).click()
  await pageOf(page, 'Eko Cap').waitFor()
  await page.goBack()
  await untilCached(page, `/api/product/${(await findProduct(journey, 'Eko Cap')).id}`)

  expectComplaint(/ERR_\w+|\b503\b/)
  const setConnected = async (isConnected: boolean) => {
    // A worker may have a network of its own, which the page's being offline does not cut.
    shop.setReachable(isConnected)
    await context.setOffline(!isConnected)
  }
  await setConnected(false)
  await notice(page).waitFor()
  const white = page.getByRole('complementary', { name: 'Filters' }).getByRole('checkbox', { name: /^white/ })
  await white.check()
  const failure = page.getByRole('alert').filter({ hasText: 'This list is not saved on this device.' })
  await failure.waitFor()
  await heading(page, 'All Merch').waitFor()
  expect(await white.isChecked()).toBe(true)
  await setConnected(true)
  await page.getByRole('article').first().waitFor()
  expect(await failure.count()).toBe(0)

  await setConnected(false)
  await visit(page, `${path}?color=white&fbclid=x`)
  await pageOf(page, 'Danfo Tee').waitFor()
  await page.getByRole('button', { name: 'white', exact: true, pressed: true }).waitFor()
  await page.goto('/checkout')
  await heading(page, 'You are offline').waitFor()
  await page.getByRole('link', { name: /^All Merch/ }).click()
  await heading(page, 'All Merch').waitFor()
  await page.getByText(/This may be out of date: it is from \d\d:\d\d on \d+ \w+\./).waitFor()
  // Also what the browser's own cache could still respond with, as it was fetched a moment ago.
  const categoriesFrom = () =>
    fetch('/api/app-data/categories').then(({ headers }) => headers.get('X-Cached-At'))
  expect(await page.evaluate(categoriesFrom)).toBeTruthy()
  await untilAlive(page)
  await page.getByRole('link', { name: 'Eko Cap', exact: true }).click()
  await pageOf(page, 'Eko Cap').waitFor()
  await setConnected(true)
  await notice(page).waitFor({ state: 'detached' })
})

test('a new version takes over, and a page of the former one keeps working', {
  tags: ['whole'],
}, async () => {
  const shop = await openChangingShop(journey.url())
  const { page, context, expectComplaint } = await journey.visitor({
    serviceWorkers: 'allow',
    baseURL: shop.url,
  })
  expectComplaint(/ERR_\w+|\b503\b/)
  await visit(page, '/products')
  await untilCaching(page)
  shop.release()
  await page.evaluate(() => {
    const root = document.documentElement
    const onTaken = () => root.setAttribute('data-taken', '')
    navigator.serviceWorker.addEventListener('controllerchange', onTaken, { once: true })
  })
  const isUpdated = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      await registration.update()
      return registration.waiting !== null || document.documentElement.hasAttribute('data-taken')
    })
  await expect.poll(isUpdated, { interval: 1_000 }).toBe(true)
  // A browser may wait for minutes until it finds the former worker without work, unless it is stopped.
  const browser = await context.newCDPSession(page)
  await browser.send('ServiceWorker.enable')
  await browser.send('ServiceWorker.stopAllWorkers')
  await until(page, () => document.documentElement.hasAttribute('data-taken'))
  await page.getByRole('button', { name: /^Cart/ }).click()
  await page.getByRole('dialog').getByText('Your cart is empty').waitFor()
})

test('on a phone neither a toast nor a drawer covers the offline notice, nor it them', {
  tags: ['whole'],
}, async () => {
  const { page, context, expectComplaint } = await journey.visitor({ viewport: { width: 360, height: 740 } })
  const noticeTop = async () => (await notice(page).locator('p').boundingBox())?.y
  const end = async (of: Locator) => {
    const box = await of.boundingBox()
    return box === null ? undefined : box.y + box.height
  }
  await visit(page, '/products?search=Eko+Cap')
  expectComplaint(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|\b503\b/)
  await page.getByRole('button', { name: /^Filters/ }).click()
  const close = page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: /^Show \d+/ })
  await close.waitFor()
  await context.setOffline(true)
  await notice(page).waitFor()
  await expect.poll(async () => (await end(close))! <= (await noticeTop())!).toBe(true)
  expect(
    await notice(page)
      .locator('p')
      .evaluate((words) => {
        const { x, y, width, height } = words.getBoundingClientRect()
        return document.elementFromPoint(x + width / 2, y + height / 2) === words
      }),
  ).toBe(true)

  await context.setOffline(false)
  await notice(page).waitFor({ state: 'detached' })
  await close.click()
  await page.getByRole('link', { name: 'Eko Cap', exact: true }).click()
  await pageOf(page, 'Eko Cap').waitFor()
  await page.getByRole('button', { name: 'ADD TO CART' }).click()
  // The newest; the one before may still be there.
  const toast = saidInPassing(page, 'Added to Cart').first()
  await toast.waitFor()
  await context.setOffline(true)
  await expect.poll(noticeTop).toBeGreaterThan(600)
  await page.getByRole('button', { name: 'ADD TO CART' }).click()
  await toast.waitFor()
  await expect.poll(async () => (await end(toast))! <= (await noticeTop())!).toBe(true)
})

test('with data saving on nothing is fetched ahead, and the offline page has its style all the same', {
  tags: ['whole'],
}, async () => {
  const { page, context, expectComplaint } = await journey.visitor({ serviceWorkers: 'allow' })
  // The choice is there before the worker is: with it on, the worker fetches no files ahead.
  await page.goto('/healthz')
  await page.evaluate(async () => (await caches.open('settings')).put('/data-saver', new Response('true')))
  await visit(page, '/login')
  await until(page, () => navigator.serviceWorker.controller?.state === 'activated')
  const requested = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  const ahead = (await listCached(page)).filter(
    (path) => path.startsWith('/assets/') && !requested.includes(path),
  )
  expect(ahead).toEqual([])

  expectComplaint(/ERR_INTERNET_DISCONNECTED|\b503\b/)
  await context.setOffline(true)
  await page.goto('/checkout')
  const title = heading(page, 'You are offline')
  await title.waitFor()
  const look = await title.evaluate((element) => {
    const { fontWeight, textTransform } = getComputedStyle(element)
    return { fontWeight, textTransform, ground: getComputedStyle(document.documentElement).backgroundColor }
  })
  expect(look).toEqual({ fontWeight: '900', textTransform: 'uppercase', ground: 'rgb(244, 241, 234)' })
  const again = await page.getByRole('link', { name: 'Try again' }).boundingBox()
  expect(again?.height).toBeGreaterThanOrEqual(44)
})

/**
 * A proxy in front of the shop that, after `release`, serves the next version's worker and no longer has this version's scripts.
 */
async function openChangingShop(origin: string) {
  let isNext = false
  let isReachable = true
  proxy = createServer(async (request, response) => {
    if (!isReachable) {
      request.destroy()
      return
    }
    const path = request.url ?? '/'
    if (isNext && /^\/assets\/.*\.js$/.test(path)) {
      response.writeHead(404).end()
      return
    }
    const answer = await fetch(origin + path, { headers: { accept: request.headers.accept ?? '*/*' } })
    const headers = Object.fromEntries(answer.headers)
    delete headers['content-encoding']
    delete headers['content-length']
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isNextWorker = isNext && path === '/sw.js'
    response.writeHead(answer.status, headers)
    response.end(isNextWorker ? `${bytes}\n// The next version.` : bytes)
  })
  await new Promise<void>((done) => proxy?.listen(0, '127.0.0.1', done))
  const release = () => {
    isNext = true
  }
  const setReachable = (reachable: boolean) => {
    isReachable = reachable
  }
  const { port } = proxy.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, release, setReachable }
}
