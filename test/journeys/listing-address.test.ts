import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { visit } from '#test/support/shopper.ts'

const journey = openJourney()

test('a listing shows the category, tag, order and page of its URL, which follow every choice; a changed filter returns to page 1', {
  tags: ['2.82', '2.119', '2.122', '2.123', '2.124', '2.125', '4.26', '4.27', '5.33'],
}, async () => {
  const { page } = await journey.visitor({ reducedMotion: 'no-preference' })
  await visit(page, '/products?category=Tees&tag=cotton&sortBy=name-z-a')
  const filters = page.getByRole('form', { name: 'Filter products' })
  expect(await filters.getByRole('radio', { name: /^Tees/ }).isChecked()).toBe(true)
  expect(await filters.getByLabel('Tag', { exact: true }).inputValue()).toBe('cotton')
  const panel = await page.getByRole('complementary', { name: 'Filters' }).boundingBox()
  expect(panel?.x).toBeLessThan((await page.getByRole('article').first().boundingBox())?.x ?? 0)

  const filterOf = (name: string) =>
    page
      .getByRole('article')
      .filter({ hasText: name })
      .locator('picture > img')
      .first()
      .evaluate((picture) => getComputedStyle(picture).filter)
  expect(await filterOf('Plain Tee 50')).toBe('grayscale(1) opacity(0.45)')
  expect(await filterOf('Plain Tee 49')).toBe('none')

  const grid = page.getByRole('main').locator('ul:has(> li > article)')
  const columns = () => grid.evaluate((list) => getComputedStyle(list).gridTemplateColumns.split(' ').length)
  for (const [width, count] of [
    [360, 2],
    [1024, 3],
    [1440, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    expect(await columns(), `${width} px`).toBe(count)
    const [cards, pages] = [
      await grid.boundingBox(),
      await page.getByRole('navigation', { name: 'Pages' }).boundingBox(),
    ]
    expect(pages?.y, `${width} px`).toBeGreaterThanOrEqual((cards?.y ?? 0) + (cards?.height ?? Infinity))
  }

  const pages = page.getByRole('navigation', { name: 'Pages' })
  const scrollTo = async (name: string) => {
    await pages.scrollIntoViewIfNeeded()
    const scrolled = page.evaluate(
      () =>
        new Promise((done) => {
          window.scrollTo = (where) => done(where)
        }),
    )
    await pages.getByRole('link', { name, exact: true }).click()
    return scrolled
  }
  expect(await scrollTo('Next page')).toEqual({ top: 0, behavior: 'smooth' })
  await page.waitForURL('**/products?category=Tees&page=2&sortBy=name-z-a&tag=cotton')
  const current = page.locator('main a[aria-current]:not([aria-label=Categories] *)')
  await expect
    .poll(() => current.evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel)))
    .toEqual(['Page 2'])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await scrollTo('Page 1')).toEqual({ top: 0, behavior: 'instant' })
  await scrollTo('Page 2')
  await filters.getByLabel('Tag', { exact: true }).selectOption('')
  await page.waitForURL('**/products?category=Tees&sortBy=name-z-a')
  expect(await page.getByLabel('Sort by').inputValue()).toBe('name-z-a')

  const slider = page.getByRole('slider', { name: 'Highest price' })
  await slider.scrollIntoViewIfNeeded()
  const attributes = ['min', 'max', 'step'] as const
  expect(await Promise.all(attributes.map((name) => slider.getAttribute(name)))).toEqual(['0', '19000', '10'])
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await page.waitForURL('**/products?category=Tees&maxPrice=18990&sortBy=name-z-a')
  await page.getByRole('link', { name: 'Clear Filters' }).click()
  await page.waitForURL('**/products')
})
