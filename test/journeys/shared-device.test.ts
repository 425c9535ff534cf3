import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openJourney } from '#test/support/journey.ts'
import type { Member } from '#test/support/journey-type.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import { addMember, fillLogin, logIn } from '#test/support/member.ts'
import {
  fillShipping,
  findProduct,
  heading,
  holdRequests,
  payButton,
  person,
  proceedToPayment,
  saidInPassing,
  shownReference,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()

const LABELS = ['Full Name', 'Email', 'Phone', 'Address']

const CAP = { name: 'Eko Cap' }

/** A member who has gone on to the payment page. */
async function payer(member: Member): Promise<Page> {
  const { fullName, email } = member
  const { page } = await journey.visitor({ cart: [CAP], member, typed: { ...person(email), fullName } })
  await visit(page, '/checkout')
  await proceedToPayment(page)
  return page
}

const openNextPage = (page: Page) => visit(page, '/products?search=cap')

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
}

test('what a member paid for and never returned from leaves the cart; the next visitor is not shown the receipt, nor Back the menu of a phone', {
  tags: ['whole'],
}, async () => {
  const ada = await addMember(journey, 'Adaobi Nwosu', 'adaobi@shared.example')
  const page = await payer(ada)
  const paid = await page.context().request.post(`${page.url()}/test-card`, {
    form: { card: 'success' },
    maxRedirects: 0,
  })
  expect(paid.status()).toBe(303)
  await page.setViewportSize({ width: 360, height: 800 })
  await openNextPage(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await logOut(page)
  await page.goBack()
  await page.waitForURL('**/products**')
  expect(await page.evaluate(() => history.state.overlay)).toBe(undefined)
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await visit(page, '/checkout')
  await heading(page, 'Your cart is empty').waitFor()
  await saidInPassing(page, 'Already Paid').waitFor()
  expect(new URL(page.url()).pathname).toBe('/checkout')
  expect(await page.getByText(/Adaobi|adaobi@/).count()).toBe(0)
})

test('a checkout that a member left to pay for is not continued by the next member of the device', {
  tags: ['whole'],
}, async () => {
  const ada = await addMember(journey, 'Ada Eze', 'ada@shared.example')
  const tunde = await addMember(journey, 'Tunde Ade', 'tunde@shared.example')
  const page = await payer(ada)
  const reference = await shownReference(page)
  await openNextPage(page)
  await logOut(page)
  const greeted = page.waitForResponse('**/api/auth/profile')
  await fillLogin(page, tunde.email)
  await page.waitForURL('**/home')
  await greeted

  const looked = page.waitForResponse('**/api/payment/verify/**')
  await visit(page, '/checkout')
  await (await looked).finished()
  await payButton(page).waitFor()
  expect(await page.getByText(/^Held for you until/).count()).toBe(0)
  await fillShipping(page, { ...person(tunde.email), fullName: tunde.fullName })
  await proceedToPayment(page)
  expect(await shownReference(page)).not.toBe(reference)
})

test('neither the address of a member, filled in for a stock alert in another tab, nor what they typed there is left when they log out', {
  tags: ['whole'],
}, async () => {
  const bola = await addMember(journey, 'Bola Ita', 'bola@shared.example')
  const { page, context } = await journey.visitor({ member: bola })
  const { id } = await findProduct(journey, 'Danfo Tee')
  const openAlert = async (tab: Page) => {
    await tab.getByRole('button', { name: /^S ?, sold out/ }).click()
    const dialog = tab.getByRole('dialog', { name: "Tell me when it's back" })
    const email = dialog.getByLabel('Email')
    await email.waitFor()
    return { dialog, email }
  }
  const untouched = await context.newPage()
  await visit(untouched, `/products/${id}?color=white&size=M`)
  const filledIn = await openAlert(untouched)
  await expect.poll(() => filledIn.email.inputValue()).toBe(bola.email)

  await visit(page, `/products/${id}?color=white&size=M`)
  const { dialog, email } = await openAlert(page)
  const close = async () => {
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  await email.fill('bola@elsewhere.example')
  await close()
  await openAlert(page)
  expect(await email.inputValue()).toBe('bola@elsewhere.example')
  await close()
  await logOut(page)
  await expect.poll(() => filledIn.email.inputValue()).toBe('')
  await page.goBack()
  await openAlert(page)
  expect(await email.inputValue()).toBe('')
})

test('what a guest typed is continued once they have logged in, and leaves with them; an order sent in another tab meanwhile is not paid for', {
  tags: ['whole'],
}, async () => {
  const kemi = await addMember(journey, 'Kemi Alao', 'kemi@shared.example')
  const { page, context } = await journey.visitor({
    cart: [CAP],
    typed: { ...person('typed@guest.example'), fullName: kemi.fullName },
  })
  await logIn(page, kemi.email)
  const tab = await context.newPage()
  await visit(tab, '/checkout')
  await payButton(tab).waitFor()
  const values = () => Promise.all(LABELS.map((label) => tab.getByLabel(label).inputValue()))
  expect(await values()).toEqual([kemi.fullName, kemi.email, '0803 123 4567', '12 Allen Avenue'])

  const send = await holdRequests(tab, '**/api/payment/initialize')
  await payButton(tab).press('Enter')
  await tab.getByRole('button', { name: 'Processing...' }).waitFor()
  await logOut(page)
  await expect.poll(values).toEqual(['', '', '', ''])
  await expect.poll(() => hasFocus(tab.getByRole('main'))).toBe(true)
  const answered = tab.waitForResponse('**/api/payment/initialize')
  send()
  expect((await answered).status()).toBe(200)
  await saidInPassing(tab, 'Your login has changed').waitFor()
  await payButton(tab).waitFor()
  expect(new URL(tab.url()).pathname).toBe('/checkout')
  expect(await tab.getByRole('main').getByRole('link', { name: 'Eko Cap' }).count()).toBe(1)
})
