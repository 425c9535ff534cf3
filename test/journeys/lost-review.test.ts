import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import { addMember, logIn, openReviews, writeReview } from '#test/support/member.ts'
import { findProduct, loseResponse, saidInPassing } from '#test/support/shopper.ts'

const journey = openJourney({ shop: 'own' })

const REVIEWS = '**/api/review/*'
const FAILED = 'Failed to submit review. Please try again.'

async function openAgain(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Reviews/ })
    .click()
}

test.each([
  ['at once', 'ada', async () => {}],
  ['once the dialog was closed and opened', 'bisi', openAgain],
])(
  'a review whose response was lost, submitted again %s, counts as submitted',
  async (_, name, meanwhile) => {
    const { email } = await addMember(journey, 'Ada Obi', `${name}@lost-review.example`)
    const { page, expectComplaint } = await journey.visitor()
    expectComplaint(/ERR_FAILED/)
    expectComplaint(/409/)
    await logIn(page, email)
    const dialog = await openReviews(page, journey, 'Plain Tee 04')
    const write = dialog.getByRole('button', { name: 'Write a Review' })
    await write.waitFor()
    await loseResponse(page, REVIEWS)
    const comment = `Lost,\nthen found by ${name}.`
    await writeReview(dialog, { stars: '4 stars', comment: ` ${comment}\n` })
    await saidInPassing(page, FAILED).waitFor()
    await meanwhile(page, dialog)
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await saidInPassing(page, 'Review Submitted').waitFor()
    await expect.poll(() => hasFocus(write)).toBe(true)
    const own = dialog.getByRole('listitem').filter({ hasText: comment })
    await own.getByRole('button', { name: /^Delete/ }).click()
    await own.waitFor({ state: 'detached' })
    await write.waitFor()
    expect(await dialog.getByLabel('Comment').count()).toBe(0)
  },
)

test('a deleted review leaves the list even when the list cannot be fetched again', async () => {
  const { email, token } = await addMember(journey, 'Chidi Eze', 'chidi@lost-review.example')
  const { id } = await findProduct(journey, 'Plain Tee 05')
  const reviewData = { rating: 2, comment: 'Not for long.' }
  await journey.ask('POST', `/api/review/${id}`, { reviewData }, { authorization: `Bearer ${token}` })
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/503/)
  await logIn(page, email)
  const dialog = await openReviews(page, journey, 'Plain Tee 05')
  const own = dialog.getByRole('listitem').filter({ hasText: 'Not for long.' })
  await own.waitFor()
  await page.route(REVIEWS, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 503 }) : route.continue(),
  )
  await own.getByRole('button', { name: /^Delete/ }).click()
  await saidInPassing(page, 'Review Deleted').waitFor()
  await own.waitFor({ state: 'detached' })
  await dialog.getByText('Failed to load reviews').waitFor()
  expect(await own.count()).toBe(0)
})
