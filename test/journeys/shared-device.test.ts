import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Order } from '#shared/contract/order.ts'
import { openJourney } from '#test/support/journey.ts'
import type { Member } from '#test/support/journey-type.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import { addMember, logIn } from '#test/support/member.ts'
import {
  fillShipping,
  findProduct,
  heading,
  holdRequests,
  payButton,
  payWithTestCard,
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

async function logOutOnNextPage(page: Page): Promise<void> {
  await visit(page, '/products?search=cap')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
}

test('what a member paid for and never returned from leaves the cart; the next visitor is not shown the receipt', async () => {
  const ada = await addMember(journey, 'Adaobi Nwosu', 'adaobi@shared.example')
  const page = await payer(ada)
  const paid = await page.context().request.post(`${page.url()}/test-card`, {
    form: { card: 'success' },
    maxRedirects: 0,
  })
  expect(paid.status()).toBe(303)
  await logOutOnNextPage(page)

  await visit(page, '/checkout')
  await heading(page, 'Your cart is empty').waitFor()
  await saidInPassing(page, 'Already Paid').waitFor()
  expect(new URL(page.url()).pathname).toBe('/checkout')
  expect(await page.getByText(/Adaobi|adaobi@/).count()).toBe(0)
})

test('a checkout that a member left to pay for is not continued by the next member of the device', async () => {
  const ada = await addMember(journey, 'Ada Eze', 'ada@shared.example')
  const tunde = await addMember(journey, 'Tunde Ade', 'tunde@shared.example')
  const page = await payer(ada)
  const reference = await shownReference(page)
  await logOutOnNextPage(page)
  await logIn(page, tunde.email)

  const looked = page.waitForResponse('**/api/payment/verify/**')
  await visit(page, '/checkout')
  await (await looked).finished()
  await payButton(page).waitFor()
  expect(await page.getByText(/^Held for you until/).count()).toBe(0)
  await fillShipping(page, { ...person(tunde.email), fullName: tunde.fullName })
  await proceedToPayment(page)
  expect(await shownReference(page)).not.toBe(reference)
  await payWithTestCard(page)

  const { body: orders } = await journey.ask<Order[]>('GET', '/api/order/my-orders', undefined, {
    authorization: `Bearer ${ada.token}`,
  })
  expect(orders.map(({ status, paymentReference }) => [status, paymentReference])).toEqual([
    ['pending', reference],
  ])
})

test('the address of a member who logs out in another tab leaves the open form of a stock alert', async () => {
  const femi = await addMember(journey, 'Femi Oni', 'femi@shared.example')
  const { page, context } = await journey.visitor({ member: femi })
  const tab = await context.newPage()
  const { id } = await findProduct(journey, 'Danfo Tee')
  await visit(tab, `/products/${id}?color=white&size=M`)
  await tab.getByRole('button', { name: /^S ?, sold out/ }).click()
  const email = tab.getByRole('dialog', { name: "Tell me when it's back" }).getByLabel('Email')
  await expect.poll(() => email.inputValue()).toBe(femi.email)
  await logOutOnNextPage(page)
  await expect.poll(() => email.inputValue()).toBe('')
})

test('the address that a member typed for a stock alert is not shown to the next person', async () => {
  const bola = await addMember(journey, 'Bola Ita', 'bola@shared.example')
  const { page, context } = await journey.visitor({ member: bola })
  const tab = await context.newPage()
  const { id } = await findProduct(journey, 'Danfo Tee')
  await visit(tab, `/products/${id}?color=white&size=M`)
  const soldOut = tab.getByRole('button', { name: /^S ?, sold out/ })
  const dialog = tab.getByRole('dialog', { name: "Tell me when it's back" })
  const email = dialog.getByLabel('Email')
  const close = async () => {
    await tab.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  await soldOut.click()
  await email.fill('bola@elsewhere.example')
  await close()
  await soldOut.click()
  expect(await email.inputValue()).toBe('bola@elsewhere.example')
  await close()
  await logOutOnNextPage(page)
  await tab.getByRole('link', { name: 'Login / Signup' }).waitFor()
  await soldOut.click()
  expect(await email.inputValue()).toBe('')
})

test('what a guest typed at the checkout leaves with them when they have logged in there and log out', async () => {
  const kemi = await addMember(journey, 'Kemi Alao', 'kemi@shared.example')
  const { page } = await journey.visitor({
    cart: [CAP],
    typed: { ...person('typed@guest.example'), fullName: kemi.fullName },
  })
  await logIn(page, kemi.email)
  const values = () => Promise.all(LABELS.map((label) => page.getByLabel(label).inputValue()))
  const theirs = [kemi.fullName, kemi.email, '0803 123 4567', '12 Allen Avenue']
  for (const time of ['first', 'second']) {
    await visit(page, '/checkout')
    await payButton(page).waitFor()
    expect(await values(), time).toEqual(theirs)
  }
  await logOutOnNextPage(page)
  await visit(page, '/checkout')
  await payButton(page).waitFor()
  expect(await values()).toEqual(['', '', '', ''])
  await logIn(page, kemi.email)
  await visit(page, '/checkout')
  await payButton(page).waitFor()
  expect(await values()).toEqual(theirs)
})

test('an order whose member logs out in another tab meanwhile is not paid for, and the next person is told so', async () => {
  const bisi = await addMember(journey, 'Bisi Aina', 'bisi@shared.example')
  const { page, context } = await journey.visitor({
    cart: [CAP],
    member: bisi,
    typed: { ...person(bisi.email), fullName: bisi.fullName },
  })
  const tab = await context.newPage()
  await visit(tab, '/checkout')
  const send = await holdRequests(tab, '**/api/payment/initialize')
  await payButton(tab).press('Enter')
  await tab.getByRole('button', { name: 'Processing...' }).waitFor()
  await logOutOnNextPage(page)
  await expect.poll(() => tab.getByLabel('Full Name').inputValue()).toBe('')
  await expect.poll(() => hasFocus(tab.getByRole('main'))).toBe(true)
  const answered = tab.waitForResponse('**/api/payment/initialize')
  send()
  expect((await answered).status()).toBe(200)
  await saidInPassing(tab, 'Your login has changed').waitFor()
  await payButton(tab).waitFor()
  expect(new URL(tab.url()).pathname).toBe('/checkout')
})
