import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { orderNumber } from '#shared/order-number.ts'
import { inviteByCommand, joinByLink, listScreenFaults } from '#test/support/admin.ts'
import { openJourney } from '#test/support/journey.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import { placePaidOrder, readPayment } from '#test/support/paid-order.ts'
import { heading, listMailbox, loseResponse, saidInPassing, visit } from '#test/support/shopper.ts'

const journey = openJourney({ shop: 'own' })
const PHONE = { viewport: { width: 360, height: 800 } }

const TEE = { name: 'Danfo Tee', color: 'black', size: 'M', quantity: 1, price: 18_500 }

const mailsTo = async (email: string) => (await listMailbox(journey, email)).map(({ subject }) => subject)

/** Opens an order from the list of all. */
async function openOrder(page: Page, number: string): Promise<void> {
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('link', { name: `#${number}` }).click()
}

/** Fills in the list of those to send, of which there is one; returns the choice of who brings it. */
async function fillSendList(page: Page, number: string, tracking: string): Promise<Locator> {
  await page.getByRole('link', { name: 'Today' }).click()
  await page.getByRole('link', { name: /to send/i }).click()
  await page.getByLabel(`Tracking number or link of #${number}`).fill(tracking)
  expect(await listScreenFaults(page)).toEqual([])
  return page.getByLabel('Who brings it')
}

async function sendAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send 1' }).click()
  await page.getByText('Nothing waits for a courier.').waitFor()
}

test('pack, send, delivered: by a packer’s thumb, and the buyer sees and is mailed of each', async () => {
  const email = 'parcel@buyer.example'
  const reference = await placePaidOrder(journey, TEE, email)
  const number = orderNumber((await readPayment(journey, reference)).order._id)

  // Nobody waits a minute in a test.
  await journey.command('orders', 'mails', '--wait', '0')
  const { page } = await journey.visitor({ ...PHONE, hasTouch: true })
  await joinByLink(page, await inviteByCommand(journey, 'pius@staff.example', 'packer'))
  await page.getByRole('link', { name: 'Today' }).click()
  await page.getByRole('link', { name: /to pack/i }).click()
  await heading(page, 'Pick 1').waitFor()
  expect(await listScreenFaults(page)).toEqual([])
  await page.getByRole('button', { name: `Pack #${number}` }).click()
  await page.getByText('Everything that is paid is packed.').waitFor()
  const courier = await fillSendList(page, number, 'JD014600003')
  await courier.selectOption('DHL')
  await sendAll(page)
  await expect.poll(() => mailsTo(email)).toContain(`Order #${number} is on its way`)
  await openOrder(page, number)
  await page
    .getByText(/, pius packer$/)
    .first()
    .waitFor()
  await page.getByText('DHL · JD014600003').waitFor()
  expect(await listScreenFaults(page)).toEqual([])

  const mail = (await listMailbox(journey, email)).find(({ subject }) => /on its way$/.test(subject))
  expect(mail?.text).toContain('https://www.dhl.com/ng-en/home/tracking.html?tracking-id=JD014600003')
  const link = /https?:\/\/\S+\/receipt\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  const { page: shopper } = await journey.visitor(PHONE)
  await visit(shopper, new URL(link).pathname)
  await heading(shopper, `Order #${number}`).waitFor()
  const timeline = shopper.locator('section', { has: heading(shopper, 'Order Timeline') })
  expect(await timeline.getByRole('listitem').allInnerTexts()).toEqual([
    expect.stringMatching(/^Order Created/),
    expect.stringMatching(/^Payment Confirmed/),
    expect.stringMatching(/^Packed/),
    expect.stringMatching(/^Dispatched[\s\S]*DHL/),
  ])
  expect(await shopper.getByRole('link', { name: 'Follow your parcel' }).getAttribute('href')).toContain(
    'JD014600003',
  )
  expect(await shopper.evaluate(() => document.documentElement.scrollWidth)).toBe(360)

  await page.getByRole('button', { name: 'Delivered', exact: true }).click()
  await page.getByRole('button', { name: 'Delivered', exact: true }).waitFor({ state: 'detached' })
  await expect.poll(() => mailsTo(email)).toContain(`Order #${number} was delivered`)
  await visit(shopper, new URL(link).pathname)
  await timeline.getByText('Delivered', { exact: true }).waitFor()
  await journey.command('orders', 'mails', '--wait', '60')
})

test('slips, a note, a step taken back and done again, and a correction of what the buyer was mailed', {
  tags: ['whole'],
}, async () => {
  const email = 'slips@buyer.example'
  const reference = await placePaidOrder(journey, TEE, email)
  const number = orderNumber((await readPayment(journey, reference)).order._id)
  const { page } = await journey.visitor({ ...PHONE, hasTouch: true })
  await joinByLink(page, await inviteByCommand(journey, 'paul@staff.example', 'packer'))
  await page.getByRole('link', { name: 'Today' }).click()
  await page.getByRole('link', { name: /to pack/i }).click()
  // Nothing is printed in a test, so the slips stay.
  await page.evaluate(() => {
    window.print = () => {}
  })
  await heading(page, 'Pick 1').waitFor()
  await page.getByRole('button', { name: 'Slips A5' }).click()
  await page.locator('.slips').waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
  const slip = page.locator('.slip', { hasText: `#${number}` })
  await slip.getByRole('img', { name: `QR code of order #${number}` }).waitFor()
  expect(await slip.innerText()).toMatch(/Ada Obi\n12 Allen Avenue[\s\S]*1 ×\s*Danfo Tee, black, M/)
  expect(await slip.innerText()).not.toMatch(/₦|08031234567|0803 123/)
  expect(await page.getByRole('navigation', { name: 'Admin' }).isVisible()).toBe(false)
  await page.emulateMedia({ media: null })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.locator('.slips').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `Pack #${number}` }).click()
  await page.getByText('Everything that is paid is packed.').waitFor()
  await page.getByRole('link', { name: 'To send 1' }).click()
  await page.getByRole('link', { name: `#${number}` }).click()
  await page.getByText(/, paul packer$/).waitFor()
  await page.getByRole('button', { name: 'Add the note' }).click()
  await page.getByText('Write something first').waitFor()
  await page.getByLabel('New note').fill('Gate code 0412')
  await page.getByRole('button', { name: 'Add the note' }).click()
  await page.getByRole('button', { name: /^Remove the note/ }).waitFor()
  expect(await page.getByLabel('New note').inputValue()).toBe('')
  // The order prints the slip of a parcel, and of what is to be packed.
  const printed = async (name: string) => {
    await page.getByRole('button', { name }).click()
    await page.locator('.slips').waitFor({ state: 'attached' })
    const text = await page.locator('.slip').evaluateAll((slips) => slips.map((each) => each.textContent))
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await page.locator('.slips').waitFor({ state: 'detached' })
    return text
  }
  const slipText = [expect.stringMatching(`#${number}[\\s\\S]*Ada Obi[\\s\\S]*1 ×Danfo Tee, black, M`)]
  expect(await printed('Slip A5')).toEqual(slipText)
  await page.getByRole('button', { name: 'Unpack' }).click()
  await page.getByRole('button', { name: 'Pack', exact: true }).waitFor()
  expect(await printed('Slip 80 mm')).toEqual(slipText)
  expect(await listScreenFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Pack', exact: true }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Send' })
  await dialog.getByLabel('Who brings it').selectOption('Another one')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByText('Say who brings it').waitFor()
  expect(await listScreenFaults(page)).toEqual([])
  await dialog.getByLabel('Who brings it').selectOption('DHL')
  await dialog.getByLabel('Tracking number or link').fill('JD014600003')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Follow it' }).waitFor()
  expect(await listScreenFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo: not sent' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor()

  // Letters in place of noughts: the buyer has them already, and is told.
  await journey.command('orders', 'mails', '--wait', '0')
  const courier = await fillSendList(page, number, 'JD0146OOOO3')
  expect(await courier.inputValue()).toBe('dhl')
  await sendAll(page)
  await expect.poll(() => mailsTo(email)).toContain(`Order #${number} is on its way`)
  await openOrder(page, number)
  await page.getByRole('button', { name: 'Correct' }).click()
  const correction = page.getByRole('dialog', { name: 'Correct' })
  await correction.getByText('The buyer gets a mail with the correction.').waitFor()
  await correction.getByLabel('Tracking number or link').fill('JD014600003')
  await correction.getByText('DHL · JD0146OOOO3 → DHL · JD014600003').waitFor()
  expect(await listScreenFaults(page)).toEqual([])
  await correction.getByRole('button', { name: 'Correct' }).click()
  await correction.waitFor({ state: 'detached' })
  await page.getByText('DHL · JD014600003').waitFor()
  await expect.poll(() => mailsTo(email)).toContain(`Order #${number} is on its way: a correction`)
  const mail = (await listMailbox(journey, email)).find(({ subject }) => /correction$/.test(subject))
  expect(mail?.text).toContain('https://www.dhl.com/ng-en/home/tracking.html?tracking-id=JD014600003')
  await journey.command('orders', 'mails', '--wait', '60')
})

test('two are packed by keyboard and sent at once, which is said; a step whose response was lost is taken back', {
  tags: ['whole'],
}, async () => {
  const numberOf = async (email: string) =>
    orderNumber((await readPayment(journey, await placePaidOrder(journey, TEE, email))).order._id)
  const first = await numberOf('one@keys.example')
  const second = await numberOf('two@keys.example')
  const { page, expectComplaint } = await journey.visitor({ viewport: { width: 1440, height: 900 } })
  await joinByLink(page, await inviteByCommand(journey, 'peju@staff.example', 'packer'))
  await page.getByRole('link', { name: 'Pack', exact: true }).click()
  const pack = (number: string) => page.getByRole('button', { name: `Pack #${number}` })
  // The focus goes on to what is to be packed next, and at last to the page.
  await pack(first).press('Enter')
  await pack(first).waitFor({ state: 'detached' })
  expect(await hasFocus(pack(second))).toBe(true)
  await pack(second).press('Enter')
  await page.getByText('Everything that is paid is packed.').waitFor()
  expect(await hasFocus(page.getByRole('main'))).toBe(true)
  await page.getByRole('link', { name: 'To send 2' }).click()
  await page.getByRole('button', { name: 'Send 2' }).press('Enter')
  await saidInPassing(page, '2 sent').waitFor()
  expect(await hasFocus(page.getByRole('main'))).toBe(true)

  await openOrder(page, second)
  expectComplaint(/ERR_FAILED/)
  await loseResponse(page, '**/api/admin/parcel/*/deliver')
  const delivered = page.getByRole('button', { name: 'Delivered', exact: true })
  await delivered.click()
  await saidInPassing(page, 'Not done').waitFor()
  // It was done, as the parcel says once it is read again.
  await page.getByRole('button', { name: 'Undo: not delivered' }).click()
  await delivered.waitFor()
  await delivered.click()
  await page.getByRole('button', { name: 'Undo: not delivered' }).waitFor()
})
