import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { listAxeViolations } from '#test/support/axe.ts'
import { openJourney } from '#test/support/journey.ts'
import { overflowPx } from '#test/support/layout.ts'

const journey = openJourney()

const PHONE = { viewport: { width: 360, height: 740 } }

async function openDocs(options: Parameters<typeof journey.visitor>[0] = {}): Promise<Page> {
  const { page } = await journey.visitor(options)
  await page.goto('/api/docs')
  return page
}

/** The section of a call, such as "POST /api/auth/login". */
const section = (page: Page, call: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: call, exact: true }) })

test('the docs name the fields of each body and answer, the media types and the session', async () => {
  const page = await openDocs()
  const register = section(page, 'POST /api/auth/register')
  const body = register.getByRole('table', {
    name: 'Body: application/json, multipart/form-data, application/x-www-form-urlencoded',
  })
  const rows = await body.getByRole('row').allInnerTexts()
  expect(rows.map((row) => row.split('\t'))).toEqual([
    ['Field', 'Type', 'Required'],
    ['fullName', 'string', 'yes'],
    ['email', 'string (email)', 'yes'],
    ['password', 'string', 'yes'],
  ])
  expect(await register.getByText('session').count()).toBe(0)
  await register.getByRole('row', { name: '201 A code is on its way: email, message' }).waitFor()

  await section(page, 'POST /api/csp-report')
    .getByRole('table', { name: 'Body (optional): application/reports+json, a list of' })
    .waitFor()

  const review = section(page, 'POST /api/review/{id}')
  await review.getByText('Needs a session').waitFor()
  await review.getByRole('table', { name: 'Body: application/json' }).getByText('reviewData').waitFor()
  await review.getByRole('table', { name: 'Or', exact: true }).getByText('comment').waitFor()

  const initialize = section(page, 'POST /api/payment/initialize')
  await initialize.getByText('Takes a session').waitFor()
  await initialize.getByRole('row', { name: /^shippingLocation string no The place chosen/ }).waitFor()

  const orders = section(page, 'GET /api/order/my-orders')
  await orders.getByRole('row', { name: /^200 Orders: a list of _id, items, / }).waitFor()
})

test('on a phone the docs are accessible, no identifier is broken, and a wide table scrolls in its own box, also by keyboard', {
  tags: ['whole'],
}, async () => {
  const page = await openDocs(PHONE)
  expect(await overflowPx(page)).toBe(0)
  const broken = await page.locator('td code, h2 span').evaluateAll((codes) => {
    const range = document.createRange()
    return codes.flatMap((code) =>
      [...code.childNodes].flatMap((text) => {
        range.selectNodeContents(text)
        const lines = new Set([...range.getClientRects()].map(({ top }) => top))
        return lines.size > 1 ? [text.textContent] : []
      }),
    )
  })
  expect(broken).toEqual([])
  expect(await listAxeViolations(page)).toEqual([])

  const tables = page.getByRole('group', { name: 'Tables of POST /api/payment/initialize' })
  await tables.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => tables.evaluate((box) => box.scrollLeft)).toBeGreaterThan(0)
  expect(await overflowPx(page)).toBe(0)
})

test('the docs need no script', async () => {
  const { text } = await journey.ask('GET', '/api/docs')
  expect(text).toContain('POST /api/auth/login')
  expect(text).not.toMatch(/<script/)
})
