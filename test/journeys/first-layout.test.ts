import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { reload, until, visit } from '#test/support/shopper.ts'

const PHONE = { viewport: { width: 360, height: 800 } }

const journey = openJourney()

declare global {
  interface Window {
    /** How many pictures waited, by what <html> said, in order. */
    waits: { says: string; pictures: number }[]
    countWaiting: () => number
    happened: { paintedMs: number; requestedMs: number }
  }
}

/** Records which pictures wait on the following pages. Nothing ends by timeout, however slow the machine is. */
async function watchWaits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const original = window.setTimeout
    window.setTimeout = ((run: () => void, ms = 0) => original(run, ms * 100)) as typeof setTimeout
    window.countWaiting = () =>
      [...document.querySelectorAll('main img')].filter((picture) => {
        const { display, translate } = getComputedStyle(picture)
        return display === 'none' || translate !== 'none'
      }).length
    window.waits = []
    new MutationObserver(() => {
      const says = Object.keys(document.documentElement.dataset).find((name) =>
        /unpainted|farWaits/.test(name),
      )
      if (says !== window.waits.at(-1)?.says)
        window.waits.push({ says: says ?? '', pictures: window.countWaiting() })
    }).observe(document, { subtree: true, attributeFilter: ['data-unpainted', 'data-far-waits'] })
    addEventListener('DOMContentLoaded', () =>
      window.waits.push({ says: 'complete', pictures: window.countWaiting() }),
    )
  })
}

const waitsOf = (page: Page) => page.evaluate(() => window.waits)

test.each(['/products', '/'])(
  '%s requests its script, and the pictures below, once its picture is on a phone’s screen',
  async (path) => {
    const { page } = await journey.visitor({ ...PHONE, becomesIdle: true })
    await watchWaits(page)
    await page.addInitScript(() => {
      window.happened = { paintedMs: 0, requestedMs: 0 }
      new PerformanceObserver((list) => {
        const pictures = list
          .getEntries()
          .filter((entry) => 'element' in entry && entry.element instanceof Image)
        window.happened.paintedMs ||= pictures[0]?.startTime ?? 0
      }).observe({ type: 'largest-contentful-paint' })
      new MutationObserver(() => {
        if (document.querySelector('link[rel=modulepreload]'))
          window.happened.requestedMs ||= performance.now()
      }).observe(document, { childList: true, subtree: true })
    })
    await visit(page, path)
    const { paintedMs, requestedMs } = await page.evaluate(() => window.happened)
    expect(paintedMs).toBeGreaterThan(0)
    expect(requestedMs).toBeGreaterThan(paintedMs)
    await until(page, () => window.waits.at(-1)?.says === '')
    const waits = await waitsOf(page)
    // The first is recorded before the page has any.
    expect(waits.map(({ says }) => says)).toEqual(['unpainted', 'complete', 'farWaits', ''])
    const [, complete = 0, far = 0, none] = waits.map(({ pictures }) => pictures)
    expect(complete).toBeGreaterThan(far)
    expect(far).toBeGreaterThan(0)
    expect(none).toBe(0)
  },
)

test('pictures far below come as soon as the shopper scrolls', { tags: ['whole'] }, async () => {
  const { page } = await journey.visitor(PHONE)
  await watchWaits(page)
  await visit(page, '/products')
  expect(await page.evaluate(() => window.countWaiting())).toBeGreaterThan(0)
  await page.mouse.wheel(0, 400)
  await until(page, () => window.countWaiting() === 0)
})

test('nothing waits on a page that is reloaded, or opened at a fragment', { tags: ['whole'] }, async () => {
  const { page } = await journey.visitor(PHONE)
  await watchWaits(page)
  await visit(page, '/products')
  await reload(page)
  expect(await waitsOf(page)).toEqual([{ says: 'complete', pictures: 0 }])
  expect(await page.evaluate(() => window.countWaiting())).toBe(0)
  await visit(page, '/#new-in')
  expect(await waitsOf(page)).toEqual([{ says: 'complete', pictures: 0 }])
  expect(await page.evaluate(() => window.countWaiting())).toBe(0)
})

test('a page starts whose browser never reports what it has painted', { tags: ['whole'] }, async () => {
  const { page } = await journey.visitor(PHONE)
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {}
  })
  await visit(page, '/products')
})

test('pictures come by themselves where nothing is ever painted', { tags: ['whole'] }, async () => {
  const { page } = await journey.visitor(PHONE)
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0
  })
  await page.goto('/products')
  await until(page, () => !('unpainted' in document.documentElement.dataset))
  await until(page, () => !('farWaits' in document.documentElement.dataset))
})

test('the listing is complete when printed before the first paint', { tags: ['whole'] }, async () => {
  const { page } = await journey.visitor(PHONE)
  await watchWaits(page)
  await page.addInitScript(() => {
    // As if the first frame were never painted.
    window.requestAnimationFrame = () => 0
  })
  await page.goto('/products')
  expect(await page.evaluate(() => window.countWaiting())).toBeGreaterThan(0)
  await page.emulateMedia({ media: 'print' })
  expect(await page.evaluate(() => window.countWaiting())).toBe(0)
})
