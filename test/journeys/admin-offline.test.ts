import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inviteByCommand, joinByLink, listScreenFaults } from '#test/support/admin.ts'
import { openJourney } from '#test/support/journey.ts'
import { until, visit } from '#test/support/shopper.ts'

const PHONE = { viewport: { width: 360, height: 800 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
/** Of the first visit to Today, over the wire. */
const FIRST_VISIT_BYTES = 220_000
/** What the worker fetches besides, for the other screens. */
const AHEAD_BYTES = 120_000
/** Until Today is usable, with the worker, at 100 kbit/s and 600 ms. */
const SLOW_TODAY_MS = 2_500

const journey = openJourney()
const link = (name: string, role: 'owner' | 'manager' = 'owner') =>
  inviteByCommand(journey, `${name}@staff.example`, role)

const today = (page: Page) => page.getByRole('heading', { name: 'Takings' })
const pill = (page: Page) => page.getByRole('status').filter({ hasText: 'As of' })
const untilWorking = (page: Page) =>
  until(page, () => navigator.serviceWorker.controller?.scriptURL.endsWith('/admin/sw.js'))

/** What a page loads until Today is shown, in its typeface. */
async function bytesOfToday(page: Page): Promise<{ bytes: number; files: string[] }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const files = new Map<string, string>()
  let bytes = 0
  session.on('Network.requestWillBeSent', ({ requestId, request }) => files.set(requestId, request.url))
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.goto(`${journey.url()}/admin`)
  await today(page).waitFor()
  // Not until the network is idle: the page stays connected, to be told of changes.
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  return { bytes, files: [...files.values()] }
}

test('a first visit to Today on a phone costs at most 220 KB, and what the worker fetches for later 120 KB', {
  tags: ['whole'],
}, async () => {
  const { page, context } = await journey.visitor(PHONE)
  await joinByLink(page, await link('first'))
  const cookies = await context.cookies()
  const fresh = await journey.visitor(PHONE)
  await fresh.context.addCookies(cookies)
  const { bytes, files } = await bytesOfToday(fresh.page)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThanOrEqual(FIRST_VISIT_BYTES)

  const worker = await (await fetch(`${journey.url()}/admin/sw.js`)).text()
  const listed = [...worker.matchAll(/\burl"?:["`]([^"`]+)["`]/g)].map(
    ([, path]) => `${journey.url()}${path}`,
  )
  expect(listed.length).toBeGreaterThan(10)
  const further = listed.filter((url) => !files.includes(url))
  const sizes = await Promise.all(
    further.map(async (url) => {
      const { headers } = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
      return Number(headers.get('content-length'))
    }),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(AHEAD_BYTES)
})

test('after the first visit Today is there at once on a slow network, and without one with the time from which it is; signing out wipes it', {
  tags: ['whole'],
}, async () => {
  const { page, context, expectComplaint } = await journey.visitor({ ...PHONE, serviceWorkers: 'allow' })
  // Without a network, and signed out.
  expectComplaint(/ERR_INTERNET_DISCONNECTED|401|No answer from the shop|You are offline/)
  await visit(page, '/products')
  await until(page, () => navigator.serviceWorker.controller?.scriptURL.endsWith('/sw.js'))
  await joinByLink(page, await link('lagos'))
  await untilWorking(page)
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Today' }).click()
  await today(page).waitFor()
  await until(page, () => localStorage.getItem('admin.last-read')?.includes('"orders"'))

  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const slow = { offline: false, latency: 600, downloadThroughput: 12_500, uploadThroughput: 12_500 }
  await session.send('Network.emulateNetworkConditions', slow)
  await page.reload({ waitUntil: 'commit' })
  await today(page).waitFor()
  expect(await page.evaluate(() => performance.now())).toBeLessThan(SLOW_TODAY_MS)
  await session.detach()

  await context.setOffline(true)
  await pill(page).filter({ hasText: 'You are offline.' }).waitFor()
  expect(await listScreenFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'More' }).click()
  await page.getByRole('link', { name: 'Audit' }).click()
  await page.getByText('You are offline, and this was not read before.').waitFor()
  await page.goto(`${journey.url()}/admin`)
  await today(page).waitFor()
  // Once the latest has been asked for in vain.
  await pill(page).waitFor()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Today' }).click()
  await pill(page).waitFor({ state: 'hidden' })
  // A list that was read before is read on from its first page.
  const listed = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/admin/order')
  await page.getByRole('link', { name: 'Orders' }).click()
  expect((await listed).status()).toBe(200)

  // Each worker has its own pages and its own caches.
  const shop = await context.newPage()
  await visit(shop, '/products')
  const scopes = await shop.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname).toSorted(),
  )
  expect(scopes).toEqual(['/', '/admin'])
  const controller = () => shop.evaluate(() => navigator.serviceWorker.controller?.scriptURL)
  expect(await controller()).toBe(`${journey.url()}/sw.js`)
  const cached = await shop.evaluate(async () => {
    const paths: [cache: string, path: string][] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push([name, new URL(url).pathname])
    return paths
  })
  const isOfAdmin = (path: string) => path.startsWith('/admin')
  expect(cached.filter(([name, path]) => name.startsWith('admin-') !== isOfAdmin(path))).toEqual([])
  expect(cached.filter(([, path]) => path.startsWith('/api/admin'))).toEqual([])
  await shop.close()

  await page.getByRole('link', { name: 'More' }).click()
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out here' }).click()
  await page.waitForURL('**/admin/login')
  expect(await page.evaluate(() => localStorage.getItem('admin.last-read'))).toBeNull()
  await context.setOffline(true)
  await page.goto(`${journey.url()}/admin`)
  await page.getByRole('heading', { name: 'This did not load' }).waitFor()
  await context.setOffline(false)
})
