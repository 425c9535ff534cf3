import type { Locator, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import type { Journey, Member } from './journey-type.ts'
import { PASSWORD } from './login.ts'
import { findProduct, heading, listMailbox, visit } from './shopper.ts'

/** Actions of customers with an account, located by the texts on the screens. */

/** Waits until an address has received this many mails, and returns the code of the newest. */
export async function awaitMailedCode(journey: Journey, email: string, mails = 1): Promise<string> {
  // Not expect.poll, which works only inside a test: members are also created before the first one.
  const hasCome = async () => (await listMailbox(journey, email)).length >= mails
  await vi.waitUntil(hasCome, { timeout: 60_000, interval: 100 })
  const [newest] = await listMailbox(journey, email)
  const code = /^\d{6}/.exec(newest?.subject ?? '')?.[0]
  if (code === undefined) throw new Error(`No code leads the subject "${newest?.subject}"`)
  return code
}

/** Signs up a member and verifies their address through the API, as another browser would. */
export async function addMember(journey: Journey, fullName: string, email: string): Promise<Member> {
  await journey.ask('POST', '/api/auth/register', { fullName, email, password: PASSWORD })
  const otp = await awaitMailedCode(journey, email)
  const { status, body } = await journey.ask<Pick<Member, 'token' | 'user'>>('POST', '/api/auth/verify-otp', {
    email,
    otp,
  })
  expect(status).toBe(200)
  return { fullName, email, ...body }
}

export async function fillSignup(page: Page, email: string): Promise<void> {
  await page.getByLabel('Full Name').fill('Ada Obi')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
}

export async function signUp(page: Page, email: string): Promise<void> {
  await visit(page, '/signup')
  await fillSignup(page, email)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('**/verify-signup')
}

export async function fillLogin(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

export async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await visit(page, '/login')
  // A response that came after the next page was opened would be taken for that page's.
  const greeted = page.waitForResponse('**/api/auth/profile')
  await fillLogin(page, email, password)
  await page.waitForURL('**/home')
  await greeted
}

/** Opens the orders of a member without any; a response that came after the end of their session would be a refusal. */
export async function openNoOrders(page: Page): Promise<void> {
  const asked = ['auth/profile', 'order/my-orders'].map((path) => page.waitForResponse(`**/api/${path}`))
  await visit(page, '/orders')
  await Promise.all(asked)
  await heading(page, 'No orders yet').waitFor()
}

export const codeBox = (page: Page) => page.getByRole('textbox', { name: '6-digit code' })

export async function typeCode(page: Page, code: string): Promise<void> {
  await codeBox(page).click()
  await page.keyboard.type(code)
}

/** Goes to an address of the shop within the open page, as a link of the shop would. */
export const pushAddress = (page: Page, address: string) =>
  page.evaluate((path) => history.pushState({}, '', path), address)

export const pathOf = (page: Page) => new URL(page.url()).pathname

export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? 'null')?.state.token ?? null)
}

/** Opens the checkout in a tab that has a code and the ticket of a password reset, as if they had been asked for in it. */
export async function visitWithCodes(page: Page): Promise<void> {
  await page.goto('/healthz')
  await page.evaluate(() => {
    const code = { email: 'uche@codes.example', resendAtMs: 0, otp: null }
    const state = { verify_email: code, reset_password: { ...code, otp: 'ticket' } }
    sessionStorage.setItem('pending-code', JSON.stringify({ state, version: 1 }))
  })
  const greeted = page.waitForResponse('**/api/auth/profile')
  await visit(page, '/checkout')
  await greeted
}

/** The codes and tickets that this tab remembers. */
export function storedCodes(page: Page): Promise<unknown> {
  return page.evaluate(() => JSON.parse(sessionStorage.getItem('pending-code') ?? 'null')?.state)
}

export const NO_CODES = { verify_email: null, reset_password: null }

/** Opens the dialog with a product's reviews from the product's page. */
export async function openReviews(page: Page, journey: Journey, name: string): Promise<Locator> {
  const { id } = await findProduct(journey, name)
  await visit(page, `/products/${id}`)
  await page
    .getByRole('main')
    .getByRole('button', { name: /review/i })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: `Reviews for ${name}` })
  await dialog.waitFor()
  return dialog
}

type WrittenReview = { stars: string; comment: string }

export async function writeReview(dialog: Locator, review: WrittenReview): Promise<void> {
  await dialog.getByRole('button', { name: 'Write a Review' }).click()
  await fillReview(dialog, review)
}

/** Fills in the form that is open, and submits it. */
export async function fillReview(dialog: Locator, { stars, comment }: WrittenReview): Promise<void> {
  await dialog.getByRole('radio', { name: stars }).check()
  await dialog.getByLabel('Comment').fill(comment)
  await dialog.getByRole('button', { name: 'Submit' }).click()
}
