import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { visit } from '#test/support/shopper.ts'

const journey = openJourney()

/**
 * Everything on the page that animates, or would on a change. An animation may last 1 ms, as some wait for its end; a
 * transition may not, as then every change of every element is one, and a page of 1,700 elements takes seconds to resize.
 */
function listMotion(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const unseenMs = 1
    const longestMs = (durations: string) =>
      Math.max(
        ...durations.split(',').map((each) => Number.parseFloat(each) * (each.endsWith('ms') ? 1 : 1_000)),
      )
    const moving = new Set<string>()
    for (const animation of document.getAnimations()) {
      const { endTime = 0, delay = 0 } = animation.effect?.getComputedTiming() ?? {}
      if (Number(endTime) - delay > unseenMs) moving.add(`runs: ${animation.constructor.name}`)
    }
    for (const element of document.querySelectorAll('*')) {
      for (const part of [undefined, '::before', '::after']) {
        const style = getComputedStyle(element, part)
        const isSlow =
          longestMs(style.animationDuration) > unseenMs || longestMs(style.transitionDuration) > 0
        const isEndless = style.animationName !== 'none' && style.animationIterationCount !== '1'
        if (isSlow || isEndless || style.scrollBehavior === 'smooth')
          moving.add(`${element.localName}${part ?? ''}.${element.getAttribute('class')}`)
      }
    }
    return [...moving]
  })
}

test('with reduced motion nothing moves: no slide, panel, toast or loading animation', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor({ reducedMotion: 'reduce' })
  await page.clock.install()
  await visit(page, '/')
  const slides = page.getByRole('region', { name: 'Featured' })
  await slides.scrollIntoViewIfNeeded()
  await slides.getByRole('button', { name: 'Play slides' }).waitFor()
  const row = slides.getByRole('list')
  await page.clock.runFor(30_000)
  expect(await row.evaluate(({ scrollLeft }) => scrollLeft)).toBe(0)
  expect(await listMotion(page)).toEqual([])
  await slides.getByRole('button', { name: 'Next slide' }).click()
  expect(await row.evaluate((list) => list.scrollLeft / list.clientWidth)).toBe(1)

  await page
    .getByRole('main')
    .getByRole('link', { name: /Eko Cap/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'ADD TO CART' }).waitFor()
  expect(await listMotion(page)).toEqual([])
  await page.getByRole('button', { name: 'ADD TO CART' }).click()
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await page.getByRole('dialog', { name: 'Shopping Cart (1)' }).waitFor()
  expect(await listMotion(page)).toEqual([])
})
