import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { reload, until, visit } from '#test/support/shopper.ts'

const CARDS_A_PAGE = 48
const PHONE = { viewport: { width: 360, height: 800 }, reducedMotion: 'no-preference' } as const

/** The parts with deferred layout on each of the two long pages. None is inside another deferred part. */
const CARDS = 'main li:has(> article)'
const PARTS = 'main section, body > footer'
const PAGES = [
  ['/products', CARDS],
  ['/', PARTS],
] as const

const journey = openJourney()

/** The state of the first layout on <html>, and how many of the deferred parts were visible then. */
type Step = { says: string; shown: number }
declare global {
  interface Window {
    steps: Step[]
    countShown: (parts: string) => number
    happened: { paintedMs: number; requestedMs: number }
  }
}

/** Records every layout step of the following pages. Deferred parts do not appear by timeout, however slow the machine is. */
async function watchSteps(page: Page, parts: string): Promise<void> {
  await page.addInitScript((watched) => {
    const patience = new CSSStyleSheet()
    patience.replaceSync('* { animation-duration: 3600s !important }')
    document.adoptedStyleSheets = [patience]
    window.countShown = (wanted) =>
      [...document.querySelectorAll(wanted)].filter((part) => {
        const { width, height } = part.getBoundingClientRect()
        return part.checkVisibility() && width > 0 && height > 0
      }).length
    window.steps = []
    new MutationObserver(() => {
      const { unpainted, stepShown = '' } = document.documentElement.dataset
      const says = unpainted === undefined ? stepShown : 'unpainted'
      window.steps.push({ says, shown: window.countShown(watched) })
    }).observe(document, {
      subtree: true,
      attributeFilter: ['data-unpainted', 'data-step-shown'],
    })
  }, parts)
}

const stepsOf = (page: Page) => page.evaluate(() => window.steps)
const countShown = (page: Page, parts: string) => page.evaluate((wanted) => window.countShown(wanted), parts)

test.each(PAGES)(
  '%s requests its script once its picture is on a phone’s screen, and is laid out in five steps, nothing left out',
  async (path, parts) => {
    const { page } = await journey.visitor(PHONE)
    await watchSteps(page, parts)
    await page.addInitScript(() => {
      // Nothing happens by timeout, however slow the machine is.
      const original = window.setTimeout
      window.setTimeout = ((run: () => void, ms = 0) => original(run, ms * 100)) as typeof setTimeout
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
    await until(page, () => window.steps.at(-1)?.says === '')
    const steps = await stepsOf(page)
    expect(steps.map(({ says }) => says)).toEqual(['unpainted', '1', '2', '3', '4', '5', ''])

    const all = await page.locator(parts).count()
    const shown = steps.slice(1).map((step) => step.shown)
    expect(shown).toEqual(shown.toSorted((one, other) => one - other))
    expect(shown[0]).toBeLessThan(all)
    expect(shown.slice(4)).toEqual([all, all])
    expect(await countShown(page, parts)).toBe(all)
    if (path === '/products') {
      expect(all).toBe(CARDS_A_PAGE)
      // Every step adds some: none of them lays out all the rest at once.
      expect(new Set(shown).size).toBe(5)
      expect(await countShown(page, 'nav[aria-label="Pages"]')).toBe(1)
    }
  },
)

test('nothing is deferred on a page that is reloaded, or opened at a fragment', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor(PHONE)
  await watchSteps(page, CARDS)
  await visit(page, '/products')
  await until(page, () => window.steps.at(-1)?.says === '')
  await reload(page)
  expect(await stepsOf(page)).toEqual([])
  expect(await countShown(page, CARDS)).toBe(CARDS_A_PAGE)
  await visit(page, '/#new-in')
  expect(await stepsOf(page)).toEqual([])
  expect(await countShown(page, PARTS)).toBe(await page.locator(PARTS).count())
})

test('a page starts whose browser never reports what it has painted', { tags: ['whole'] }, async () => {
  const { page } = await journey.visitor(PHONE)
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {}
  })
  await visit(page, '/products')
})

test('the listing is complete when printed before the first paint', { tags: ['whole'] }, async () => {
  const { page } = await journey.visitor(PHONE)
  await watchSteps(page, CARDS)
  await page.addInitScript(() => {
    // As if the first frame were never painted.
    window.requestAnimationFrame = () => 0
  })
  await page.goto('/products')
  expect(await stepsOf(page)).toMatchObject([{ says: 'unpainted' }])
  const all = await page.locator(CARDS).count()
  expect(await countShown(page, CARDS)).toBeLessThan(all)
  await page.emulateMedia({ media: 'print' })
  expect(await countShown(page, CARDS)).toBe(all)
  const away = await page
    .locator('main [loading=lazy]')
    .evaluateAll((pictures) =>
      pictures.filter((picture) => getComputedStyle(picture).animationName !== 'none'),
    )
  expect(away).toEqual([])
})
