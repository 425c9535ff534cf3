import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import type { Visitor } from '#test/support/browser.ts'
import { withPictures, writeDemoCatalogue } from '#test/support/demo-catalogue.ts'
import { openJourney } from '#test/support/journey.ts'
import { heading, until, visit } from '#test/support/shopper.ts'
import { HYDRATED } from '#web/state/hydrated.ts'

/**
 * Budget of a first visit to the listing on a cheap phone, in bytes over the wire. A browser with a window adds its icon,
 * 843 bytes.
 */
const FIRST_VIEW_BYTES = 267_200
const SAVING_FIRST_VIEW_BYTES = 179_500
/** What a press may open, fetched once the page is idle. */
const AHEAD_BYTES = 75_000
/** How far ahead Chrome loads lazy pictures on a fast connection. Other builds of Chromium load twice as far ahead. */
const FETCHED_AHEAD_PX = 1_250

const PHONE = {
  viewport: { width: 360, height: 800 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
} as const
const SAVING = { extraHTTPHeaders: { 'Save-Data': 'on' } }

const catalogue = mkdtempSync(join(tmpdir(), 'jara-budget-'))
// As many pictures as a card names.
writeDemoCatalogue(catalogue, (products) => products.map((product) => withPictures(product, 2)))
afterAll(() => rmSync(catalogue, { recursive: true }))
const journey = openJourney({ catalogue })

type Load = { type: string; url: string; bytes: number; isAhead?: boolean }

/**
 * Everything that a page loads until the network is idle, as counted by the browser. A script that is requested once the page
 * works is fetched ahead: nothing that is shown waits for it, and the worker, which has no part in these visits, would fetch it anyway.
 */
async function measure({ page, context }: Visitor, path: string): Promise<Load[]> {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const loads = new Map<string, Load>()
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    loads.set(requestId, { type: type ?? 'Other', url: request.url, bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const load = loads.get(requestId)
    if (load) load.bytes = encodedDataLength
  })
  await page.addInitScript(
    (hydrated) => addEventListener(hydrated, () => performance.mark(hydrated)),
    HYDRATED,
  )
  await visit(page, path)
  await page.waitForLoadState('networkidle')
  const later = await page.evaluate((hydrated) => {
    const [works] = performance.getEntriesByName(hydrated)
    const resources = performance.getEntriesByType('resource')
    return resources.filter(({ startTime }) => works && startTime > works.startTime).map(({ name }) => name)
  }, HYDRATED)
  const further = await page.evaluate(
    (px) =>
      [...document.images]
        .filter((image) => image.getBoundingClientRect().top > innerHeight + px)
        .map((image) => image.currentSrc),
    FETCHED_AHEAD_PX,
  )
  return [...loads.values()]
    .filter(({ url }) => !further.includes(url))
    .map((load) => ({ ...load, isAhead: load.type === 'Script' && later.includes(load.url) }))
}

/** Of the first view. */
const inView = (loads: readonly Load[]) => loads.filter(({ isAhead }) => !isAhead)
const ahead = (loads: readonly Load[]) => loads.filter(({ isAhead }) => isAhead)
const sum = (loads: readonly Load[]) => loads.reduce((total, { bytes }) => total + bytes, 0)
const ofType = (loads: readonly Load[], type: string) => loads.filter((load) => load.type === type)
const savesData = (page: Page) => page.locator('html[data-saver]')

test('a first visit to the listing on a phone costs at most 267 KB, and scrolling downloads no product', {
  tags: ['whole'],
}, async () => {
  const visitor = await journey.visitor({ ...PHONE, becomesIdle: true })
  const all = await measure(visitor, '/products')
  const loads = inView(all)
  expect(ofType(loads, 'Image').length).toBeGreaterThan(4)
  expect(sum(ahead(all))).toBeGreaterThan(0)
  expect(sum(ahead(all))).toBeLessThanOrEqual(AHEAD_BYTES)
  expect(sum(loads)).toBeLessThanOrEqual(FIRST_VIEW_BYTES)
  // The page's style is inlined, and React does not fetch it again.
  expect(ofType(loads, 'Stylesheet')).toEqual([])

  await scrollByFinger(visitor)
})

test('with Save-Data less is sent: small pictures near the viewport, no web font, no preloading', {
  tags: ['whole'],
}, async () => {
  const visitor = await journey.visitor({ ...PHONE, ...SAVING, becomesIdle: true })
  const loads = await measure(visitor, '/products')
  expect(ahead(loads).filter(({ url }) => !url.includes('once-idle'))).toEqual([])
  expect(sum(loads)).toBeLessThanOrEqual(SAVING_FIRST_VIEW_BYTES)
  expect(ofType(loads, 'Font')).toEqual([])
  const pictures = ofType(loads, 'Image').filter(({ url }) => url.includes('/pictures/'))
  expect(pictures.length).toBeGreaterThan(0)
  expect(pictures.filter(({ url }) => !/\.(160|240)\.avif$/.test(url))).toEqual([])

  const last = visitor.page.locator('article img').last()
  expect(await last.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(0)
  await last.scrollIntoViewIfNeeded()
  await until(visitor.page, () => {
    const images = document.querySelectorAll<HTMLImageElement>('article img')
    return (images[images.length - 1]?.naturalWidth ?? 0) > 0
  })
})

/** A finger that scrolls over products downloads none of them; one that taps downloads that one. */
async function scrollByFinger({ page, context }: Visitor): Promise<void> {
  const [swiped, opened] = [page.locator('article a').nth(0), page.locator('article a').nth(1)]
  const [box, name, address] = [
    await swiped.boundingBox(),
    await opened.textContent(),
    await opened.getAttribute('href'),
  ]
  if (box === null || name === null || address === null) throw new Error('there are no products')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const touch = await context.newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints })
  const [x, y] = [box.x + 5, box.y + 5]
  // A tap while the page still glides would only stop it.
  await page.evaluate(() => {
    document.addEventListener('scrollend', () => document.body.setAttribute('data-rests', ''), { once: true })
  })
  await send('touchStart', { x, y })
  for (const up of [20, 60, 120]) await send('touchMove', { x, y: y - up })
  await send('touchEnd')
  await page.locator('body[data-rests]').waitFor()
  await opened.tap()
  // The card's own heading has a lower level.
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  expect(asked.filter((path) => path.startsWith('/api/product/'))).toEqual([
    address.replace('/products/', '/api/product/'),
  ])
}

test('the switch is remembered, two tabs agree on it, and the server renders the next page in the data-saver variant', {
  tags: ['whole'],
}, async () => {
  const { page, context } = await journey.visitor({ serviceWorkers: 'allow' })
  await visit(page, '/login')
  const other = await context.newPage()
  await visit(other, '/login')
  const control = (tab: Page) => tab.getByRole('contentinfo').getByRole('switch', { name: /^Use less data/ })
  await until(page, () => navigator.serviceWorker.controller?.state === 'activated')

  await control(page).click()
  await control(page)
    .and(page.getByRole('switch', { checked: true }))
    .waitFor()
  await control(other)
    .and(other.getByRole('switch', { checked: true }))
    .waitFor()
  // The worker knows the preference and turns navigation preload off, since that request would be sent without it.
  await until(page, async () => {
    const { navigationPreload } = await navigator.serviceWorker.ready
    const isNoted = await caches.match('/data-saver', { cacheName: 'settings' })
    return isNoted !== undefined && !(await navigationPreload.getState()).enabled
  })

  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === '/products')
  await visit(page, '/products')
  expect(await (await answered).text()).toMatch(/<html[^>]*data-saver/)
  await heading(page, 'All Merch').waitFor()

  await control(other).click()
  await savesData(page).waitFor({ state: 'detached' })
  await savesData(other).waitFor({ state: 'detached' })
})
