import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import type { Member } from '#test/support/journey-type.ts'
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

const journey = openJourney()

const REVIEWS = '**/api/review/*'
const FAILED = 'Failed to submit review. Please try again.'

/** Reviews a product as from another tab; returns the id of the review. */
async function postReview({ token }: Member, name: string, comment: string): Promise<string> {
  const { id } = await findProduct(journey, name)
  const reviewData = { rating: 5, comment }
  const headers = { authorization: `Bearer ${token}` }
  const { body } = await journey.ask<{ _id: string }>('POST', `/api/review/${id}`, { reviewData }, headers)
  return body._id
}

test('a review is written on a phone, seen by others, and deletable only by its author; a very long word wraps inside it', {
  tags: ['1.8', '2.153', '2.154', '2.156', '2.158', '4.28', '4.29', '7.29', '7.30', '8.27', '8.28'],
}, async () => {
  const member = await addMember(journey, 'W'.repeat(80), 'ada@review.example')
  const other = await addMember(journey, 'Bisi Ola', 'bisi@review.example')
  const { page } = await journey.visitor({ viewport: { width: 360, height: 640 }, member })
  // The form is offered once the reviews are there, so that they push nothing from under a finger.
  const load = await holdRequests(page, REVIEWS)
  const dialog = await openReviews(page, journey, 'Plain Tee 01')
  const write = dialog.getByRole('button', { name: /^(Write a|Edit Your) Review/ })
  await dialog.getByRole('status').getByText('Loading reviews').waitFor()
  expect(await write.count()).toBe(0)
  load()
  await write.click()
  await page.unroute(REVIEWS)
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await saidInPassing(page, 'Please provide both rating and comment.').waitFor()
  const said = page.getByRole('region', { name: 'Notifications' }).getByRole('alertdialog')
  await expect
    .poll(async () => {
      const [above, below] = [await said.boundingBox(), await dialog.boundingBox()]
      return above !== null && below !== null && above.y >= 0 && above.y + above.height <= below.y
    })
    .toBe(true)
  const comment = dialog.getByLabel('Comment')
  await fillReview(dialog, { stars: '4 stars', comment: '\u200B\u2060' })
  await dialog.getByText('Comment is required').waitFor()

  await comment.fill('Not to be stored')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await comment.waitFor({ state: 'detached' })
  await write.click()
  expect(await comment.inputValue()).toBe('')
  expect(await dialog.getByRole('radio', { name: '4 stars' }).isChecked()).toBe(false)

  const send = await holdRequests(page, REVIEWS)
  const long = 'w'.repeat(80)
  await fillReview(dialog, { stars: '4 stars', comment: `  ${long}  ` })
  await until(page, () => document.querySelector('[aria-busy=true]'))
  expect(await dialog.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true)
  send()
  await saidInPassing(page, 'Review Submitted').waitFor()
  await saidInPassing(page, 'Thank you for your review!').waitFor()
  await dialog.getByText(long, { exact: true }).waitFor()
  await dialog.getByText('Based on 1 review').waitFor()
  await dialog.getByRole('button', { name: 'Edit Your Review' }).click()
  expect(await comment.inputValue()).toBe(long)
  await dialog.getByRole('radio', { name: '2 stars' }).check()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await dialog.getByRole('listitem').getByRole('img', { name: 'Rated 2.0 out of 5' }).waitFor()
  await dialog.getByText('Based on 1 review').waitFor()
  expect(await dialog.evaluate((sheet) => sheet.scrollWidth <= sheet.clientWidth)).toBe(true)
  for (const part of [
    dialog.getByText(long, { exact: true }),
    dialog.getByText('W'.repeat(80), { exact: true }),
    dialog.locator('time'),
  ]) {
    const box = await part.boundingBox()
    expect((box?.x ?? Number.NaN) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
  }

  const elsewhere = await journey.visitor({ member: other })
  const theirs = await openReviews(elsewhere.page, journey, 'Plain Tee 01')
  await theirs.getByText(long, { exact: true }).waitFor()
  expect(await theirs.getByRole('button', { name: /^Delete/ }).count()).toBe(0)

  await dialog.getByRole('button', { name: /^Delete/ }).click()
  await saidInPassing(page, 'Review Deleted').waitFor()
  await saidInPassing(page, 'Your review has been deleted successfully.').waitFor()
  await dialog.getByText(long, { exact: true }).waitFor({ state: 'detached' })
})

/** Logs in on the login screen that a product's page led to, which leads back, and opens its reviews. */
async function logInAndReturn(page: Page, { fullName, email }: Member): Promise<void> {
  await fillLogin(page, email)
  await page.waitForURL('**/products/*')
  // Before that the new page is not hydrated, and a click does nothing.
  await page.getByText(`Hi ${fullName.split(' ')[0]}`).waitFor()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Reviews/ })
    .click()
}

test('a guest is asked to log in; what they then wrote survives the end of the session, which is announced once, for themselves alone', {
  tags: ['whole'],
}, async () => {
  const femi = await addMember(journey, 'Femi Oni', 'femi@review.example')
  const gozie = await addMember(journey, 'Gozie Eze', 'gozie@review.example')
  const { id } = await findProduct(journey, 'Eko Cap')
  const { page, expectComplaint } = await journey.visitor()
  expectComplaint(/401/)
  const dialog = await openReviews(page, journey, 'Eko Cap')
  const write = dialog.getByRole('button', { name: 'Write a Review' })
  await dialog.getByText('Please log in to write a review.').waitFor()
  expect(await write.count()).toBe(0)
  await dialog.getByRole('link', { name: 'log in' }).click()
  const back = `**/login?next=${encodeURIComponent(`/products/${id}`)}`
  await page.waitForURL(back)
  // A late response would end the session before its time.
  const greeted = page.waitForResponse('**/api/auth/profile')
  await logInAndReturn(page, femi)
  await greeted

  await write.click()
  // Its toast loads the script that later toasts need.
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await saidInPassing(page, 'Please provide both rating and comment.').waitFor()
  await page.evaluate(() => {
    const said = document.querySelector('[aria-label="Notifications"]')
    if (said === null) throw new Error('There is no toast')
    new MutationObserver(() => {
      sessionStorage.setItem('said', (sessionStorage.getItem('said') ?? '') + said.textContent)
    }).observe(said, { childList: true, characterData: true, subtree: true })
  })
  const authorization = `Bearer ${await storedToken(page)}`
  await journey.ask('POST', '/api/auth/logout', undefined, { authorization })
  await fillReview(dialog, { stars: '5 stars', comment: 'Fits my big head.' })
  await page.waitForURL(back)
  await saidInPassing(page, 'Please log in again').waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem('said') ?? '')).not.toContain(FAILED)

  await logInAndReturn(page, gozie)
  await write.click()
  expect(await dialog.getByLabel('Comment').inputValue()).toBe('')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await visit(page, `/login?next=/products/${id}`)
  await logInAndReturn(page, femi)
  expect(await dialog.getByLabel('Comment').inputValue()).toBe('Fits my big head.')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await saidInPassing(page, 'Review Submitted').waitFor()
  await dialog.getByRole('button', { name: /^Delete/ }).click()
  await saidInPassing(page, 'Review Deleted').waitFor()
})

test('a review whose response was lost counts as submitted; one written or deleted in another tab, or a list that cannot be fetched again, shows no other state than the shop’s', {
  tags: ['whole'],
}, async () => {
  const member = await addMember(journey, 'Hauwa Bello', 'hauwa@review.example')
  const headers = { authorization: `Bearer ${member.token}` }
  const { page, context, expectComplaint } = await journey.visitor({ member })
  expectComplaint(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|404|409|503/)
  const dialog = await openReviews(page, journey, 'Plain Tee 04')
  const write = dialog.getByRole('button', { name: /^(Write a|Edit Your) Review/ })
  const remove = dialog.getByRole('button', { name: /^Delete/ })
  const comment = dialog.getByLabel('Comment')
  const reviewOf = (text: string) => dialog.getByRole('listitem').filter({ hasText: text })
  await write.click()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await saidInPassing(page, 'Please provide both rating and comment.').waitFor()

  // Without a network it fails at once, and is not posted by itself later.
  const posted: string[] = []
  page.on('requestfinished', (request) => {
    if (request.method() === 'POST') posted.push(request.url())
  })
  await context.setOffline(true)
  await fillReview(dialog, { stars: '4 stars', comment: 'From the tunnel.' })
  await saidInPassing(page, FAILED).waitFor()
  expect(await comment.inputValue()).toBe('From the tunnel.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await context.setOffline(false)
  await until(page, () => navigator.onLine && fetch('/healthz').then(({ ok }) => ok))
  expect(posted).toEqual([])

  await loseResponse(page, REVIEWS)
  const lost = 'Lost,\nthen found.'
  await writeReview(dialog, { stars: '4 stars', comment: ` ${lost}\n` })
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
  await reviewOf(lost).waitFor()
  await remove.click()
  await reviewOf(lost).waitFor({ state: 'detached' })
  await write.waitFor()
  expect(await comment.count()).toBe(0)

  const fromOtherTab = await postReview(member, 'Plain Tee 04', 'From the other tab.')
  await writeReview(dialog, { stars: '1 star', comment: 'Once more.' })
  await saidInPassing(page, 'You have already reviewed this product.').waitFor()
  const theOther = reviewOf('From the other tab.')
  await theOther.waitFor()
  await expect.poll(() => hasFocus(theOther)).toBe(true)
  expect(await comment.count()).toBe(0)
  // It is gone already when it is deleted here.
  await journey.ask('DELETE', `/api/review/${fromOtherTab}`, undefined, headers)
  await remove.click()
  await saidInPassing(page, 'Review Deleted').waitFor()
  await theOther.waitFor({ state: 'detached' })
  expect(await comment.inputValue()).toBe('Once more.')

  await dialog.getByRole('button', { name: 'Submit' }).click()
  await reviewOf('Once more.').waitFor()
  await page.route(REVIEWS, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 503 }) : route.continue(),
  )
  await remove.click()
  await reviewOf('Once more.').waitFor({ state: 'detached' })
  await dialog.getByText('Failed to load reviews').waitFor()
  expect(await reviewOf('Once more.').count()).toBe(0)
})
