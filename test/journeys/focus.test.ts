import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { findFocusFault, hasFocus, tabTo } from '#test/support/keyboard.ts'
import { addMember, openReviews } from '#test/support/member.ts'
import { heading, holdRequests, saidInPassing, visit } from '#test/support/shopper.ts'

const journey = openJourney()

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })

/** Whether the centre of an element is not covered by anything else. */
const isOnTop = (target: Locator) =>
  target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

test('each picture and each arrow is in view and shows its focus; what has the focus is never covered', {
  tags: ['whole'],
}, async () => {
  const { page, context, expectComplaint } = await journey.visitor({
    viewport: { width: 1_366, height: 800 },
  })
  const isInView = (strip: Locator) =>
    strip.evaluate((list) => {
      const at = document.activeElement
      if (at === null || !list.contains(at)) return false
      const [frame, picture] = [list.getBoundingClientRect(), at.getBoundingClientRect()]
      return Math.min(frame.right, picture.right) - Math.max(frame.left, picture.left) > frame.width * 0.9
    })
  const goThrough = async (within: Locator) => {
    const strip = within.getByRole('list').filter({ has: page.getByRole('img', { name: /picture 1 of 2$/ }) })
    await tabTo(page, strip.getByRole('link').first())
    for (const key of ['Tab', 'Shift+Tab']) {
      await expect.poll(() => isInView(strip)).toBe(true)
      await page.keyboard.press(key)
    }
    await expect.poll(() => isInView(strip)).toBe(true)
    await tabTo(page, button(within, 'Next picture'))
    await page.keyboard.press('Enter')
    await within.getByRole('button', { name: 'Next picture', disabled: true }).waitFor()
    await expect.poll(() => findFocusFault(page)).toBe(undefined)
    await tabTo(page, button(within, 'black'))
  }
  // At this width a picture's is no whole number of pixels.
  await visit(page, '/products?search=danfo')
  await button(page, 'Danfo Tee: quick view').press('Enter')
  const quickView = page.getByRole('dialog', { name: 'Danfo Tee' })
  await goThrough(quickView)
  await page.goBack()
  await quickView.waitFor({ state: 'detached' })
  await page.getByRole('article').getByRole('link', { name: 'Danfo Tee' }).press('Enter')
  await heading(page, 'Danfo Tee').first().waitFor()
  await page.setViewportSize({ width: 1_280, height: 800 })
  await goThrough(page.getByRole('main'))

  // Below the longest name, a dialog's form still has room in the lowest window.
  await page.setViewportSize({ width: 320, height: 256 })
  await button(page.getByRole('main'), 'white').click()
  await page.getByRole('button', { name: /^S ?, sold out/ }).click()
  const dialog = page.getByRole('dialog', { name: "Tell me when it's back" })
  const email = dialog.getByLabel('Email')
  await dialog.getByText('Danfo Tee').evaluate((name) => {
    name.textContent = 'Third Mainland Bridge After Midnight Heavyweight Long-Sleeve Tee '.repeat(2)
  })
  await email.focus()
  await email.scrollIntoViewIfNeeded()
  expect(await isOnTop(email)).toBe(true)
  const roomPx = await dialog.locator('div:has(> form)').evaluate(({ clientHeight }) => clientHeight)
  expect(roomPx).toBeGreaterThanOrEqual(160)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  // Nor is it covered by the offline notice.
  await page.setViewportSize({ width: 360, height: 640 })
  expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await page.getByText('You are offline.').waitFor()
  const covered: string[] = []
  await page.getByRole('main').focus()
  for (let stops = 0; stops < 60; stops += 1) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => {
      const notice = [...document.querySelectorAll('[role=status] > p')].find(({ textContent }) =>
        textContent?.includes('You are offline.'),
      )
      const at = document.activeElement
      if (notice === undefined || at === null || at === document.body) return undefined
      return at.getBoundingClientRect().bottom > notice.getBoundingClientRect().top ? at.textContent : ''
    })
    if (found === undefined) break
    if (found !== '') covered.push(found)
  }
  expect(covered).toEqual([])
})

test('the result that Enter would open is in view, however low the window, and what is followed leaves the box', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor({ viewport: { width: 640, height: 360 } })
  await visit(page, '/')
  await page.getByRole('combobox', { name: 'Search products' }).fill('plain')
  const results = page.getByRole('option')
  await results.nth(4).waitFor()
  expect(await isOnTop(results.nth(4))).toBe(false)
  for (const place of [0, 1, 2, 3, 4]) {
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { selected: true }).waitFor()
    await expect.poll(() => isOnTop(results.nth(place))).toBe(true)
  }
  await page.keyboard.press('Enter')
  await page.waitForURL('**/products/*')
  await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true)

  const search = page.getByRole('combobox', { name: 'Search products' })
  await search.fill('danfo')
  await results.first().waitFor()
  await search.press('Enter')
  await page.waitForURL('**/products?search=danfo')
  await expect.poll(() => hasFocus(page.getByRole('main'))).toBe(true)
})

test('a price set by a held key is one history step, applied when the key is released, on blur, or when Escape closes the drawer', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor()
  await page.clock.install()
  const steps = () => page.evaluate(() => history.length)
  const highest = page.getByRole('slider', { name: 'Highest price' })
  const hold = async (times: number) => {
    for (let time = 0; time < times; time += 1) await page.keyboard.down('ArrowLeft')
    await page.keyboard.up('ArrowLeft')
  }
  await visit(page, '/products')
  // The slider loads when it scrolls into view.
  await page.getByLabel('To ₦').scrollIntoViewIfNeeded()
  await highest.focus()
  const end = Number(await highest.getAttribute('max'))
  await page.clock.pauseAt(Date.now() + 3_600_000)
  const before = await steps()
  await hold(20)
  expect(await highest.inputValue()).toBe(String(end - 200))
  expect(new URL(page.url()).search).toBe('')
  await page.clock.runFor(400)
  await page.waitForURL(`**/products?maxPrice=${end - 200}`)
  expect(await steps()).toBe(before + 1)
  await hold(2)
  await page.keyboard.press('Tab')
  await page.waitForURL(`**/products?maxPrice=${end - 220}`)

  await page.clock.resume()
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('button', { name: /^Filters/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await drawer.getByLabel('To ₦').scrollIntoViewIfNeeded()
  await drawer.getByRole('slider', { name: 'Highest price' }).focus()
  await page.clock.pauseAt(Date.now() + 7_200_000)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Escape')
  await page.waitForURL(`**/products?maxPrice=${end - 230}`)
  await page.clock.resume()
  await drawer.waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe(`?maxPrice=${end - 230}`)
})

test('what was opened or focused while a page loads keeps the focus when the page arrives', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor()
  const header = page.getByRole('banner')
  const cart = page.getByRole('dialog', { name: /^Shopping Cart/ })
  const search = page.getByRole('combobox', { name: 'Search products' })
  await visit(page, '/')
  for (const [category, target, open] of [
    ['Caps', button(cart, 'Close'), () => header.getByRole('button', { name: /^Cart/ }).click()],
    ['Jackets', search, () => search.pressSequentially('cap')],
    ['Tees', search, () => search.focus()],
  ] as const) {
    const answer = await holdRequests(page, '**/api/product?**')
    await page
      .getByRole('navigation', { name: 'Categories' })
      .getByRole('link', { name: category.toUpperCase() })
      .click()
    await page.waitForURL(`**/products?category=${category}`)
    await open()
    await expect.poll(() => hasFocus(target)).toBe(true)
    answer()
    await page.locator('main h1', { hasText: category }).waitFor()
    await page
      .locator('main')
      .getByText(/^1(–48)? of/)
      .first()
      .waitFor()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(await hasFocus(target)).toBe(true)
    await page.unrouteAll()
    await page.keyboard.press('Escape')
    await cart.waitFor({ state: 'detached' })
  }
})

test('keyboard reviewing moves the focus into the form, to a missing field, and out again', {
  tags: ['whole'],
}, async () => {
  const member = await addMember(journey, 'Ife Bello', 'ife@focus.example')
  const { page } = await journey.visitor({ member })
  const dialog = await openReviews(page, journey, 'Plain Tee 07')
  const write = button(dialog, 'Write a Review')
  const firstStar = dialog.getByRole('radio', { name: '1 star', exact: true })
  const comment = dialog.getByLabel('Comment')
  const described = (control: Locator) =>
    control.evaluate((element) =>
      (element.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' '),
    )
  await write.press('Enter')
  expect(await hasFocus(firstStar)).toBe(true)
  await button(dialog, 'Cancel').press('Enter')
  expect(await hasFocus(write)).toBe(true)

  await write.press('Enter')
  await button(dialog, 'Submit').press('Enter')
  await saidInPassing(page, 'Please provide both rating and comment.').waitFor()
  expect(await hasFocus(firstStar)).toBe(true)
  expect(await described(firstStar)).toContain('Rating is required')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await button(dialog, 'Submit').press('Enter')
  await expect.poll(() => hasFocus(comment)).toBe(true)
  expect(await comment.getAttribute('aria-invalid')).toBe('true')
  expect(await described(comment)).toContain('Comment is required')
  expect(await dialog.getByText('Rating is required').count()).toBe(0)
  await page.keyboard.type('Soft.')
  await button(dialog, 'Submit').press('Enter')
  await saidInPassing(page, 'Review Submitted').waitFor()
  await expect.poll(() => hasFocus(button(dialog, 'Edit Your Review'))).toBe(true)
})

test('the ring of the first link of the home page stands out from the picture', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor()
  await visit(page, '/')
  const link = page.getByRole('link', { name: 'Shop all merch' })
  for (const width of [360, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await page.getByRole('banner').getByRole('link', { name: 'Jara, home' }).focus()
    await tabTo(page, link)
    const box = await link.boundingBox()
    if (box === null) throw new Error('It is not shown')
    const { data, info } = await sharp(await page.screenshot())
      .raw()
      .toBuffer({ resolveWithObject: true })
    const lightness = (x: number, y: number) => {
      const at = (Math.round(y) * info.width + Math.round(x)) * info.channels
      const [red = 0, green = 0, blue = 0] = [...data.subarray(at, at + 3)].map((value) => {
        const part = value / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const [ring, ground] = [3.5, 8].map((outPx) => lightness(box.x + box.width / 2, box.y - outPx))
    const [lighter, darker] = [ring ?? 0, ground ?? 0].toSorted((one, other) => other - one)
    const contrast = ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05)
    expect(contrast, `${width} px`).toBeGreaterThanOrEqual(3)
  }
})
