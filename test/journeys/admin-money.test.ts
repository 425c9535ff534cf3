import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Role } from '#shared/contract/permission.ts'
import { inviteByCommand, joinByLink, listScreenFaults } from '#test/support/admin.ts'
import { openJourney } from '#test/support/journey.ts'
import { placePaidOrder, readPayment, startOrder } from '#test/support/paid-order.ts'
import { listMailbox, loseResponse, saidInPassing } from '#test/support/shopper.ts'

const journey = openJourney()
const PHONE = { width: 360, height: 800 }
const TEE = { name: 'Danfo Tee', color: 'black', size: 'M', quantity: 2, price: 18_500 }

const startedOrder = (email: string) => startOrder(journey, TEE, email)
const paidOrder = (email: string) => placePaidOrder(journey, TEE, email)

async function openOrder(page: Page, reference: string): Promise<void> {
  const { order } = await readPayment(journey, reference)
  await page.goto(`${journey.url()}/admin/orders/${order._id}`)
  await page.getByRole('heading', { name: /^Order #/, level: 1 }).waitFor()
}

/** Somebody of the staff on a phone, at an order. */
async function staffAt(reference: string, name: string, role: Role, complaint?: RegExp): Promise<Page> {
  const { page, expectComplaint } = await journey.visitor({ viewport: PHONE, hasTouch: true })
  if (complaint) expectComplaint(complaint)
  await joinByLink(page, await inviteByCommand(journey, `${name}@staff.example`, role))
  await openOrder(page, reference)
  return page
}

/** Opens the receipt that a mail about a refund links to. */
async function openReceipt(page: Page, mail: { text: string } | undefined): Promise<void> {
  await page.goto(/Your order: (\S+)/.exec(mail?.text ?? '')?.[1] ?? '')
}

const refundsOf = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Refunds' }) })

test('an owner refunds a piece, and then what is left; the buyer sees both', {
  tags: ['whole'],
}, async () => {
  const email = 'refunded@guest.example'
  const reference = await paidOrder(email)
  const page = await staffAt(reference, 'amaka', 'owner')
  const refunds = refundsOf(page)
  const dialog = page.getByRole('dialog', { name: /^Refund #/ })

  await refunds.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.getByText('Choose pieces, or write an amount such as 12,500').waitFor()
  await dialog.getByText('Say why').waitFor()
  await dialog.getByRole('button', { name: /^One more of Danfo Tee/ }).click()
  await dialog.getByLabel('put them on sale again').check()
  await dialog.getByLabel('Reason').fill('came back, too small')
  await dialog.getByText('₦0 → ₦18,500').waitFor()
  await dialog.getByText('0 → 1', { exact: true }).waitFor()
  expect(await listScreenFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Refund ₦18,500' }).click()
  await saidInPassing(page, '₦18,500 is going back').waitFor()
  await refunds.getByText('1 × Danfo Tee (black, M) · on sale again').waitFor()
  await refunds.getByText(/^The provider’s number \d+$/).waitFor()
  await page.getByText('stock back on sale: 1 black, M').waitFor()

  await refunds.getByRole('button', { name: 'Refund more' }).click()
  await dialog.getByRole('button', { name: /^All that is left/ }).click()
  await dialog.getByLabel('Reason').fill('lost on the way')
  await dialog.getByRole('button', { name: /^Refund ₦/ }).click()
  await refunds.getByText(/is on its way back already/).waitFor()
  expect(await refunds.getByRole('listitem').count()).toBe(2)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await listScreenFaults(page)).toEqual([])

  const mails = async () =>
    (await listMailbox(journey, email)).filter(({ subject }) => subject.startsWith('We are returning'))
  await expect.poll(async () => (await mails()).length).toBe(2)
  const named = (await mails()).find(({ subject }) => subject.includes('₦18,500'))
  expect(named?.text).toContain('It is for 1 × Danfo Tee (black, M).')
  await openReceipt(page, named)
  await page.getByText('-₦18,500', { exact: true }).waitFor()
  expect(await page.getByText(/^Refund on its way,|^Refunded,/).count()).toBe(2)
})

test('a refund whose confirmation is lost is said to be on its way, and found at the provider', {
  tags: ['whole'],
}, async () => {
  const reference = await paidOrder('lost@guest.example')
  const page = await staffAt(reference, 'ibukun', 'owner')
  const refunds = refundsOf(page)
  const dialog = page.getByRole('dialog', { name: /^Refund #/ })
  await journey.sandbox('/__faults', { target: 'refund_request', kind: 'act_then_drop', reference, times: 1 })
  await refunds.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.getByLabel('Amount in naira').fill('1,500.50')
  await dialog.getByLabel('Reason').fill('late')
  await dialog.getByText('₦0 → ₦1,500.50').waitFor()
  await dialog.getByRole('button', { name: 'Refund ₦1,500.50' }).click()
  await saidInPassing(page, '₦1,500.50 is going back').waitFor()
  await refunds.getByText(/is still being refunded/).waitFor()
  // Looked for in the provider's list, and found.
  await refunds.getByText(/^The provider’s number \d+$/).waitFor({ timeout: 60_000 })
  const [mail] = (await listMailbox(journey, 'lost@guest.example')).filter(({ subject }) =>
    subject.startsWith('We are returning'),
  )
  await openReceipt(page, mail)
  await page.getByText('-₦1,500.50', { exact: true }).waitFor()
})

test('what is typed for a refund stays when somebody else refunds meanwhile, which is said; its lost response makes it once', {
  tags: ['whole'],
}, async () => {
  const reference = await paidOrder('meanwhile@guest.example')
  const page = await staffAt(reference, 'abiola', 'owner', /409|ERR_FAILED/)
  const refunds = refundsOf(page)
  const dialog = page.getByRole('dialog', { name: /^Refund #/ })
  await refunds.getByRole('button', { name: 'Refund', exact: true }).click()
  await dialog.getByRole('button', { name: /^One more of Danfo Tee/ }).click()
  await dialog.getByRole('button', { name: /^One more of Danfo Tee/ }).click()
  await dialog.getByLabel('Reason').fill('two came back torn')
  const colleague = await staffAt(reference, 'bimpe', 'manager')
  await refundsOf(colleague).getByRole('button', { name: 'Refund', exact: true }).click()
  const other = colleague.getByRole('dialog', { name: /^Refund #/ })
  await other.getByRole('button', { name: /^One more of Danfo Tee/ }).click()
  await other.getByLabel('Reason').fill('late')
  await other.getByRole('button', { name: 'Refund ₦18,500' }).click()
  await dialog.getByText('1 refunded already').waitFor()
  // Of the two pieces, one is left.
  const refund = dialog.getByRole('button', { name: 'Refund ₦18,500' })
  await dialog.getByText('₦18,500 → ₦37,000').waitFor()
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('two came back torn')
  await expect.poll(() => page.getByText(/^The provider’s number \d+$/).count()).toBe(1)
  const readAgain = page.waitForResponse(
    (response) => response.url().endsWith('/refund') && response.request().method() === 'GET',
  )
  await refund.click()
  await saidInPassing(page, /^Something of this order has been refunded/).waitFor()
  await readAgain
  await dialog.getByLabel('Amount in naira').fill('1,000')
  await loseResponse(page, '**/api/admin/order/*/refund')
  const part = dialog.getByRole('button', { name: 'Refund ₦1,000' })
  await part.click()
  await saidInPassing(page, 'Nothing was refunded').waitFor()
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('two came back torn')
  await part.click()
  await saidInPassing(page, '₦1,000 is going back').waitFor()
  expect(await refunds.getByRole('listitem').count()).toBe(2)
})

test('an unpaid order is cancelled after the provider was asked; money that comes later makes it paid, or was there first', {
  tags: ['whole'],
}, async () => {
  const { page } = await journey.visitor({ viewport: PHONE, hasTouch: true })
  await joinByLink(page, await inviteByCommand(journey, 'bisi@staff.example', 'support'))
  const dialog = page.getByRole('dialog', { name: /^Cancel #/ })
  const cancel = async (reference: string) => {
    await openOrder(page, reference)
    await page.getByRole('button', { name: 'Cancel the order' }).click()
    await dialog.getByLabel('Reason').fill('asked for by phone')
    await dialog.getByRole('button', { name: 'Cancel the order' }).click()
  }
  const late = await startedOrder('late@guest.example')
  await cancel(late)
  await saidInPassing(page, 'Cancelled, its goods are on sale again').waitFor()
  await page.getByText('cancelled', { exact: true }).first().waitFor()
  const mails = async () => (await listMailbox(journey, 'late@guest.example')).map(({ subject }) => subject)
  await expect.poll(mails).toEqual([expect.stringMatching(/^Order #\w{5} is cancelled$/)])
  await journey.sandbox('/__advance', { reference: late, status: 'success' })
  await expect.poll(async () => (await readPayment(journey, late)).status, { timeout: 15_000 }).toBe('paid')

  // The provider knows of the money before the shop does.
  const first = await startedOrder('first@guest.example')
  await journey.sandbox('/__faults', { target: 'webhook', kind: 'never', reference: first })
  await openOrder(page, first)
  await journey.sandbox('/__advance', { reference: first, status: 'success' })
  await page.getByRole('button', { name: 'Cancel the order' }).click()
  await dialog.getByLabel('Reason').fill('asked for by phone')
  await dialog.getByRole('button', { name: 'Cancel the order' }).click()
  await saidInPassing(page, 'It was paid a moment ago, so it is not cancelled').waitFor()

  // What is paid can be held back, and is then not packed.
  const held = page.getByRole('dialog', { name: /^Hold back #/ })
  await page.getByRole('button', { name: 'Hold back' }).click()
  await held.getByLabel('Reason').fill('the buyer moves house')
  await held.getByRole('button', { name: 'Hold back' }).click()
  await page.getByText('Held back: the buyer moves house').waitFor()
  await page.getByText('This order is held back: let it go first.').waitFor()
  expect(await page.getByRole('button', { name: 'Pack', exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Let it go' }).click()
  await page.getByRole('button', { name: 'Pack', exact: true }).waitFor()
})

test('whoever hands goods over asks whether they are paid: only what the provider says makes it green', {
  tags: ['whole'],
}, async () => {
  const paid = await paidOrder('shown@guest.example')
  const forged = await startedOrder('forged@guest.example')
  const { page } = await journey.visitor({ viewport: PHONE, hasTouch: true })
  await joinByLink(page, await inviteByCommand(journey, 'halima@staff.example', 'packer'))
  await page.getByRole('link', { name: 'More' }).click()
  await page.getByRole('link', { name: 'Is it paid?' }).click()
  const ask = async (what: string) => {
    await page.getByLabel('Order number, payment reference or amount').fill(what)
    await page.getByRole('button', { name: 'Ask the provider' }).click()
  }
  const answers = page.getByRole('status').getByRole('listitem')
  await ask(paid)
  await answers.getByText('Paid', { exact: true }).waitFor()
  expect(await listScreenFaults(page)).toEqual([])
  await ask(forged)
  await answers.getByText('Not paid', { exact: true }).waitFor()
  expect(await answers.getByText('Paid', { exact: true }).count()).toBe(0)
  await ask('jara-00000000')
  await page.getByText(/^No order is meant by that/).waitFor()
})

test('a dispute comes first on Today with its hours; its evidence is one PDF, and answered it is closed', {
  tags: ['whole'],
}, async () => {
  const reference = await paidOrder('disputes@guest.example')
  await journey.sandbox('/__event', { reference, event: 'charge.dispute.create' })
  const page = await staffAt(reference, 'chidi', 'owner')
  const needs = page.locator('.notice').filter({ hasText: 'disputes the payment' })
  await needs.getByText(/^Answer by .*16 business hours left\.$/).waitFor()
  expect(await listScreenFaults(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    needs.getByRole('link', { name: 'Evidence as PDF' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^evidence-\w+\.pdf$/)
  expect((await text(await download.createReadStream())).slice(0, 5)).toBe('%PDF-')

  await page.getByRole('link', { name: 'Today' }).click()
  await page.getByText('16 business hours left').waitFor()
  await page.goBack()
  await needs.getByRole('button', { name: 'Close it' }).click()
  const dialog = page.getByRole('dialog', { name: /^Close what #/ })
  await dialog.getByLabel('Reason').fill('won: the courier has signed')
  await dialog.getByRole('button', { name: 'Close it' }).click()
  await saidInPassing(page, 'Closed').waitFor()
  await needs.waitFor({ state: 'detached' })
})

test('support asks for refunds; a manager declines one with words, one is withdrawn, one is made', {
  tags: ['whole'],
}, async () => {
  const reference = await paidOrder('asked@guest.example')
  const page = await staffAt(reference, 'kemi', 'support')
  const refunds = refundsOf(page)
  const asking = page.getByRole('dialog', { name: /^Ask for a refund of #/ })
  const ask = async () => {
    await refunds.getByRole('button', { name: 'Ask for a refund' }).click()
    await asking.getByRole('button', { name: /^One more of Danfo Tee/ }).click()
    await asking.getByLabel('Reason').fill('the seam is open')
    await asking.getByRole('button', { name: 'Ask for ₦18,500' }).click()
    await asking.waitFor({ state: 'detached' })
  }
  await refunds.getByRole('button', { name: 'Ask for a refund' }).click()
  await asking.getByRole('heading').first().waitFor()
  expect(await listScreenFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await asking.waitFor({ state: 'detached' })
  await ask()
  const question = refunds.getByRole('region', { name: 'A refund that was asked for' })
  await question.first().getByText('asked', { exact: true }).waitFor()
  expect(await question.first().getByRole('button').allTextContents()).toEqual(['Withdraw'])
  expect(await refunds.getByRole('button', { name: 'Ask for a refund' }).count()).toBe(0)
  expect(await listScreenFaults(page)).toEqual([])

  const { page: manager } = await journey.visitor({ viewport: PHONE, hasTouch: true })
  await joinByLink(manager, await inviteByCommand(journey, 'ngozika@staff.example', 'manager'))
  await manager.getByRole('link', { name: 'Today' }).click()
  const number = ((await page.getByRole('heading', { level: 1 }).textContent()) ?? '').replace('Order ', '')
  const need = manager.getByRole('listitem').filter({ hasText: number })
  await need.getByText(/^A refund of ₦18,500 is asked for/).waitFor()
  await need.getByRole('link').click()
  const open = refundsOf(manager).getByRole('region', { name: 'A refund that was asked for' })
  await open.getByText('the seam is open').waitFor()
  expect(await listScreenFaults(manager)).toEqual([])
  await open.getByRole('button', { name: 'Decline' }).click()
  const declining = manager.getByRole('dialog', { name: /^Decline the refund of #/ })
  await declining.getByLabel('Reason').fill('it was worn')
  await declining.getByRole('button', { name: 'Decline' }).click()
  await open.getByText('declined', { exact: true }).waitFor()

  // Whoever asked reads it without asking, and may ask once more; one that was withdrawn has nothing to press.
  await question.first().getByText('it was worn').waitFor()
  await ask()
  await question.nth(1).getByRole('button', { name: 'Withdraw' }).click()
  await saidInPassing(page, 'Withdrawn').waitFor()
  await open.nth(1).getByText('withdrawn', { exact: true }).waitFor()
  expect(await open.nth(1).getByRole('button').count()).toBe(0)
  await ask()
  await open.nth(2).getByRole('button', { name: 'Refund ₦18,500' }).click()
  const dialog = manager.getByRole('dialog', { name: /^Refund #/ })
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('the seam is open')
  await dialog.getByText('₦0 → ₦18,500').waitFor()
  await dialog.getByRole('button', { name: 'Refund ₦18,500' }).click()
  await saidInPassing(manager, '₦18,500 is going back').waitFor()
  await question.nth(2).getByText('refunded', { exact: true }).waitFor()
})
