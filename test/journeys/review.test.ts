import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import {
  addMember,
  fillLogin,
  fillReview,
  openReviews,
  storedToken,
  writeReview,
} from '#test/support/member.ts'
import {
  findProduct,
  holdRequests,
  loseResponse,
  saidInPassing,
  until,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney({ shop: 'own' })

const REVIEWS = '**/api/review/*'
const FAILED = 'Failed to submit review. Please try again.'

/** Opens the form and submits nothing. Its toast loads the script that later toasts need. */
async function submitEmpty(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Write a Review' }).click()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await saidInPassing(page, 'Please provide both rating and comment.').waitFor()
}

test('a guest is asked to log in; a very long word wraps inside its review, and the dialog keeps its width', {
  tags: ['5.32', '6.1'],
}, async () => {
  const { token } = await addMember(journey, 'W'.repeat(80), 'long@review.example')
  const { id } = await findProduct(journey, 'Plain Tee 01')
  const reviewData = { rating: 5, comment: 'w'.repeat(80) }
  await journey.ask('POST', `/api/review/${id}`, { reviewData }, { authorization: `Bearer ${token}` })
  const { page } = await journey.visitor({ viewport: { width: 360, height: 740 } })
  const dialog = await openReviews(page, journey, 'Plain Tee 01')
  await dialog.getByText('w'.repeat(80), { exact: true }).waitFor()
  expect(await dialog.evaluate((sheet) => sheet.scrollWidth <= sheet.clientWidth)).toBe(true)
  for (const part of [
    dialog.getByText('w'.repeat(80), { exact: true }),
    dialog.getByText('W'.repeat(80), { exact: true }),
    dialog.locator('time'),
  ]) {
    const box = await part.boundingBox()
    expect((box?.x ?? Number.NaN) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
  }

  await dialog.getByText('Please log in to write a review.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Write a Review' }).count()).toBe(0)
  await dialog.getByRole('link', { name: 'log in' }).click()
  await page.waitForURL(`**/login?next=${encodeURIComponent(`/products/${id}`)}`)
})

test('a review survives the end of the session, which is announced once', async () => {
  const member = await addMember(journey, 'Dayo Ade', 'dayo@review.example')
  const { page, expectComplaint } = await journey.visitor({ member })
  expectComplaint(/401/)
  const session = await storedToken(page)
  expect(session).not.toBe(member.token)
  // A late response would end the session before its time.
  const greeted = page.waitForResponse('**/api/auth/profile')
  const dialog = await openReviews(page, journey, 'Eko Cap')
  await greeted
  await submitEmpty(page, dialog)
  await page.evaluate(() => {
    const said = document.querySelector('[aria-label="Notifications"]')
    if (said === null) throw new Error('There is no toast')
    new MutationObserver(() => {
      sessionStorage.setItem('said', (sessionStorage.getItem('said') ?? '') + said.textContent)
    }).observe(said, { childList: true, characterData: true, subtree: true })
  })
  await journey.ask('POST', '/api/auth/logout', undefined, { authorization: `Bearer ${session}` })
  await fillReview(dialog, { stars: '5 stars', comment: 'Fits my big head.' })
  await page.waitForURL('**/login?next=**')
  await saidInPassing(page, 'Please log in again').waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem('said') ?? '')).not.toContain(FAILED)
  await fillLogin(page, member.email)
  await page.waitForURL('**/products/*')
  // Before that the new page is not hydrated, and a click does nothing.
  await page.getByText('Hi Dayo').waitFor()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Reviews/ })
    .click()
  expect(await dialog.getByLabel('Comment').inputValue()).toBe('Fits my big head.')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await saidInPassing(page, 'Review Submitted').waitFor()
})

test('a review draft of one member is not shown to another who logs in after them', async () => {
  const member = await addMember(journey, 'Femi Oni', 'femi@review.example')
  const other = await addMember(journey, 'Gozie Eze', 'gozie@review.example')
  const { page } = await journey.visitor({ member })
  const dialog = await openReviews(page, journey, 'Eko Cap')
  await dialog.getByRole('button', { name: 'Write a Review' }).click()
  await dialog.getByLabel('Comment').fill('Begun by Femi.')
  for (const [next, comment] of [
    [other.email, ''],
    [member.email, 'Begun by Femi.'],
  ] as const) {
    const greeted = page.waitForResponse('**/api/auth/profile')
    await visit(page, '/products?search=cap')
    await greeted
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    await fillLogin(page, next)
    await page.waitForURL('**/home')
    await openReviews(page, journey, 'Eko Cap')
    if (comment === '') await dialog.getByRole('button', { name: 'Write a Review' }).click()
    expect(await dialog.getByLabel('Comment').inputValue()).toBe(comment)
  }
})

test('a review needs stars and a comment that can be seen; on a phone toasts are above the sheet; cancelling discards what was written', {
  tags: ['4.28'],
}, async () => {
  const member = await addMember(journey, 'Efe Udo', 'efe@review.example')
  const { page } = await journey.visitor({ viewport: { width: 360, height: 640 }, member })
  const dialog = await openReviews(page, journey, 'Danfo Tee')
  await submitEmpty(page, dialog)
  const said = page.getByRole('region', { name: 'Notifications' }).getByRole('alertdialog')
  await expect
    .poll(async () => {
      const [above, below] = [await said.boundingBox(), await dialog.boundingBox()]
      return above !== null && below !== null && above.y >= 0 && above.y + above.height <= below.y
    })
    .toBe(true)

  const stars = dialog.getByRole('radio', { name: '4 stars' })
  const comment = dialog.getByLabel('Comment')
  await fillReview(dialog, { stars: '4 stars', comment: '\u200B\u2060' })
  await dialog.getByText('Comment is required').waitFor()

  await comment.fill('Not to be stored')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await comment.waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Write a Review' }).click()
  expect(await comment.inputValue()).toBe('')
  expect(await stars.isChecked()).toBe(false)
})

test('the form is offered once the reviews are there, so that they push nothing from under a finger; a review that is being sent cannot be cancelled', async () => {
  const member = await addMember(journey, 'Ife Ojo', 'ife@review.example')
  const { page } = await journey.visitor({ member })
  const load = await holdRequests(page, REVIEWS)
  const dialog = await openReviews(page, journey, 'Plain Tee 09')
  await dialog.getByRole('status').getByText('Loading reviews').waitFor()
  expect(await dialog.getByRole('button', { name: 'Write a Review' }).count()).toBe(0)
  load()
  await dialog.getByRole('button', { name: 'Write a Review' }).waitFor()
  await page.unroute(REVIEWS)
  const send = await holdRequests(page, REVIEWS)
  await writeReview(dialog, { stars: '4 stars', comment: 'On its way.' })
  await until(page, () => document.querySelector('[aria-busy=true]'))
  expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true)
  send()
  await dialog.getByText('On its way.').waitFor()
})

test('a review submitted without a network fails at once, and is not posted by itself later', async () => {
  const member = await addMember(journey, 'Hauwa Bello', 'hauwa@review.example')
  const { page, context, expectComplaint } = await journey.visitor({ member })
  const posted: string[] = []
  page.on('requestfinished', (request) => {
    if (request.method() === 'POST') posted.push(request.url())
  })
  const dialog = await openReviews(page, journey, 'Plain Tee 03')
  await submitEmpty(page, dialog)
  posted.length = 0
  expectComplaint(/ERR_INTERNET_DISCONNECTED/)
  await context.setOffline(true)
  await fillReview(dialog, { stars: '4 stars', comment: 'From the tunnel.' })
  await saidInPassing(page, FAILED).waitFor()
  expect(await dialog.getByLabel('Comment').inputValue()).toBe('From the tunnel.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await context.setOffline(false)
  await until(page, () => navigator.onLine && fetch('/healthz').then(({ ok }) => ok))
  expect(posted).toEqual([])
})

test('a review is written, seen by others, and deletable only by its author', {
  tags: ['1.8', '2.153', '2.154', '2.156', '2.158', '4.29', '7.29', '7.30', '8.27', '8.28'],
}, async () => {
  const member = await addMember(journey, 'Ada Obi', 'ada@review.example')
  const other = await addMember(journey, 'Bisi Ola', 'bisi@review.example')
  const { page } = await journey.visitor({ member })
  const dialog = await openReviews(page, journey, 'Danfo Tee')
  await dialog.getByRole('button', { name: 'Write a Review' }).click()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await saidInPassing(page, 'Please provide both rating and comment.').waitFor()
  await dialog.getByRole('radio', { name: '4 stars' }).check()
  await dialog.getByLabel('Comment').fill('  Heavy, in a good way.  ')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await saidInPassing(page, 'Review Submitted').waitFor()
  await saidInPassing(page, 'Thank you for your review!').waitFor()
  await dialog.getByText('Heavy, in a good way.', { exact: true }).waitFor()
  await dialog.getByText('Based on 1 review').waitFor()
  await dialog.getByRole('button', { name: 'Write a Review' }).waitFor()

  const elsewhere = await journey.visitor({ member: other })
  const theirs = await openReviews(elsewhere.page, journey, 'Danfo Tee')
  await theirs.getByText('Heavy, in a good way.').waitFor()
  expect(await theirs.getByRole('button', { name: /^Delete/ }).count()).toBe(0)

  await dialog.getByRole('button', { name: /^Delete/ }).click()
  await saidInPassing(page, 'Review Deleted').waitFor()
  await saidInPassing(page, 'Your review has been deleted successfully.').waitFor()
  await dialog.getByText('Heavy, in a good way.').waitFor({ state: 'detached' })
})

test('a review that is gone already counts as deleted, and leaves the list', async () => {
  const member = await addMember(journey, 'Lola Bello', 'lola@review.example')
  const { id } = await findProduct(journey, 'Plain Tee 03')
  const headers = { authorization: `Bearer ${member.token}` }
  const reviewData = { rating: 5, comment: 'Soon gone.' }
  const { body } = await journey.ask<{ _id: string }>('POST', `/api/review/${id}`, { reviewData }, headers)
  const { page, expectComplaint } = await journey.visitor({ member })
  expectComplaint(/404/)
  const dialog = await openReviews(page, journey, 'Plain Tee 03')
  await dialog.getByText('Soon gone.').waitFor()
  await journey.ask('DELETE', `/api/review/${body._id}`, undefined, headers)
  await dialog.getByRole('button', { name: /^Delete/ }).click()
  await saidInPassing(page, 'Review Deleted').waitFor()
  await dialog.getByText('Soon gone.').waitFor({ state: 'detached' })
})

test('a review written in another tab is shown as soon as a second one is refused', async () => {
  const member = await addMember(journey, 'Kemi Alao', 'kemi@review.example')
  const { id } = await findProduct(journey, 'Okada Jacket')
  const { page, expectComplaint } = await journey.visitor({ member })
  expectComplaint(/409/)
  const dialog = await openReviews(page, journey, 'Okada Jacket')
  await dialog.getByRole('button', { name: 'Write a Review' }).waitFor()
  const headers = { authorization: `Bearer ${member.token}` }
  const reviewData = { rating: 5, comment: 'From the other tab.' }
  await journey.ask('POST', `/api/review/${id}`, { reviewData }, headers)
  await writeReview(dialog, { stars: '1 star', comment: 'Once more.' })
  await saidInPassing(page, 'You have already reviewed this product.').waitFor()
  const own = dialog.getByRole('listitem').filter({ hasText: 'From the other tab.' })
  await own.waitFor()
  await expect.poll(() => own.evaluate((row) => row === document.activeElement)).toBe(true)
  expect(await dialog.getByLabel('Comment').count()).toBe(0)
  await own.getByRole('button', { name: /^Delete/ }).click()
  await own.waitFor({ state: 'detached' })
  expect(await dialog.getByLabel('Comment').inputValue()).toBe('Once more.')
})

test('a review whose response was lost, submitted again once the dialog was closed and opened, counts as submitted', async () => {
  const member = await addMember(journey, 'Ada Obi', 'ada@lost-review.example')
  const { page, expectComplaint } = await journey.visitor({ member })
  expectComplaint(/ERR_FAILED|409/)
  const dialog = await openReviews(page, journey, 'Plain Tee 04')
  const write = dialog.getByRole('button', { name: 'Write a Review' })
  await write.waitFor()
  await loseResponse(page, REVIEWS)
  const comment = 'Lost,\nthen found.'
  await writeReview(dialog, { stars: '4 stars', comment: ` ${comment}\n` })
  await saidInPassing(page, FAILED).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Reviews/ })
    .click()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await saidInPassing(page, 'Review Submitted').waitFor()
  await expect.poll(() => hasFocus(write)).toBe(true)
  const own = dialog.getByRole('listitem').filter({ hasText: comment })
  await own.getByRole('button', { name: /^Delete/ }).click()
  await own.waitFor({ state: 'detached' })
  await write.waitFor()
  expect(await dialog.getByLabel('Comment').count()).toBe(0)
})

test('a deleted review leaves the list even when the list cannot be fetched again', async () => {
  const member = await addMember(journey, 'Chidi Eze', 'chidi@lost-review.example')
  const { id } = await findProduct(journey, 'Plain Tee 05')
  const reviewData = { rating: 2, comment: 'Not for long.' }
  await journey.ask('POST', `/api/review/${id}`, { reviewData }, { authorization: `Bearer ${member.token}` })
  const { page, expectComplaint } = await journey.visitor({ member })
  expectComplaint(/503/)
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
