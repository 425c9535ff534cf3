import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { visit } from '#test/support/shopper.ts'

const journey = openJourney()

test('the slides advance every 3 seconds, but not while hovered or focused', {
  tags: ['2.30', '2.31', '9.8'],
}, async () => {
  const { page } = await journey.visitor({ reducedMotion: 'no-preference' })
  await page.addInitScript(() => {
    const moves = { count: 0, isUnderWay: false }
    Object.assign(window, { moves })
    addEventListener('scrollend', () => Object.assign(moves, { isUnderWay: false }), true)
    const scrollTo: (options: ScrollToOptions) => void = Element.prototype.scrollTo
    // A slide's way takes a third of a second, by the page's own clock.
    Element.prototype.scrollTo = function (this: Element, options?: ScrollToOptions | number) {
      moves.count += 1
      if (typeof options !== 'object') return
      setTimeout(() => {
        moves.isUnderWay = true
        scrollTo.call(this, { ...options, behavior: 'instant' })
      }, 333)
    }
  })
  const moves = () =>
    page.evaluate(() => (window as unknown as { moves: { count: number; isUnderWay: boolean } }).moves)
  const movesIn = async (ms: number) => {
    const { count } = await moves()
    await page.clock.runFor(ms)
    return (await moves()).count - count
  }
  // The browser reports when it next draws, which the paused clock does not wait for.
  const isUnderWay = async () => (await moves()).isUnderWay
  await page.clock.install()
  await visit(page, '/')
  const slides = page.getByRole('region', { name: 'Featured' })
  await slides.scrollIntoViewIfNeeded()
  await slides.getByRole('button', { name: 'Pause slides' }).waitFor()
  await page.clock.pauseAt(Date.now() + 3_600_000)
  // In steps, as the slides may have come into sight at any moment.
  await expect.poll(() => movesIn(100), { interval: 5 }).toBe(1)
  const place = slides.getByText(/^\d \/ 4$/)
  const left = () => slides.getByRole('list').evaluate((row) => row.scrollLeft)
  for (let step = 0; step < 3; step++) {
    const [shown, before] = [await place.textContent(), await left()]
    await page.clock.runFor(333)
    await expect.poll(left).not.toBe(before)
    await expect.poll(isUnderWay).toBe(false)
    expect(await movesIn(2_667)).toBe(1)
    await expect.poll(() => place.textContent()).not.toBe(shown)
  }
  await slides.hover()
  await expect.poll(() => movesIn(3_000)).toBe(0)
  expect(await movesIn(30_000)).toBe(0)
  await page.mouse.move(0, 0)
  await expect.poll(() => movesIn(3_000)).toBe(1)
  expect(await movesIn(9_000)).toBe(3)

  // By a press too, after which browsers show no focus.
  await slides.getByRole('button', { name: 'Next slide' }).click()
  await page.mouse.move(0, 0)
  await expect.poll(() => movesIn(3_000)).toBe(0)
  expect(await movesIn(30_000)).toBe(0)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await expect.poll(() => movesIn(3_000)).toBe(1)
  await slides.getByRole('link').first().focus()
  await expect.poll(() => movesIn(3_000)).toBe(0)
  expect(await movesIn(30_000)).toBe(0)
  for (const name of ['Pause slides', 'Play slides'])
    await slides.getByRole('button', { name }).press('Enter')
  await expect.poll(() => movesIn(3_000)).toBe(1)
})
