import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { inviteByCommand, joinByLink, listScreenFaults } from '#test/support/admin.ts'
import { openJourney } from '#test/support/journey.ts'
import { addMember } from '#test/support/member.ts'
import { placePaidOrder, readPayment } from '#test/support/paid-order.ts'
import {
  listMailbox,
  loseResponse,
  orderBody,
  payWithTestCard,
  person,
  saidInPassing,
  visit,
} from '#test/support/shopper.ts'

const journey = openJourney()
const PHONE = { width: 360, height: 800 }

/** As large as a phone takes it. */
const photoOf = (background: string) =>
  sharp({ create: { width: 3000, height: 4000, channels: 3, background } })
    .jpeg()
    .toBuffer()

/** Of a picture, once it is there. */
const widthOf = (picture: Locator) =>
  picture.evaluate(async (element) => {
    const image = element as HTMLImageElement
    await image.decode()
    return Math.max(image.naturalWidth, image.naturalHeight)
  })

/** Photos that are chosen from now on are not read before the returned function is called. */
async function holdReading(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const read = globalThis.createImageBitmap
    const held = new Promise((done) => addEventListener('read-photos', done, { once: true }))
    globalThis.createImageBitmap = (file: ImageBitmapSource) => held.then(() => read(file))
  })
  return () => page.evaluate(() => void dispatchEvent(new Event('read-photos')))
}

test('a guest sends one piece back for the money and one for another size: asked, approved, here, refunded, packed and sent', {
  tags: ['whole'],
}, async () => {
  const ada = person('ada@back.example')
  const line = { name: 'Danfo Tee', color: 'black', size: 'S', quantity: 2, price: 18_500 }
  const { body } = await journey.ask<{ data: { authorization_url: string } }>(
    'POST',
    '/api/payment/initialize',
    await orderBody(journey, line, ada),
  )
  const { page: buyer, expectComplaint } = await journey.visitor({ viewport: PHONE, hasTouch: true })
  expectComplaint(/ERR_FAILED/)
  await buyer.goto(body.data.authorization_url)
  await payWithTestCard(buyer)
  const receipt = async () => {
    const [mail] = await listMailbox(journey, ada.email)
    return /\S+\/receipt\/\S+/.exec(mail?.text ?? '')?.[0]
  }
  await expect.poll(receipt).toBeDefined()

  const { page: owner } = await journey.visitor({ viewport: PHONE, hasTouch: true })
  await joinByLink(owner, await inviteByCommand(journey, 'bola@staff.example', 'owner'))
  await owner.goto(`${journey.url()}/admin/orders`)
  const newest = owner.getByRole('link', { name: /^#/ }).first()
  const path = await newest.getAttribute('href')
  await newest.click()
  const press = (name: string) => owner.getByRole('button', { name, exact: true }).click()
  await press('Pack')
  await press('Send')
  await owner.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await press('Delivered')
  await owner.getByRole('button', { name: 'Undo: not delivered' }).waitFor()

  await buyer.goto((await receipt()) ?? '')
  await buyer.getByRole('button', { name: 'Return Items' }).click()
  const ask = buyer.getByRole('button', { name: 'Send Request' })
  await ask.click()
  await buyer.getByText('Choose what comes back').waitFor()
  await buyer.getByRole('button', { name: /^One more of Danfo Tee/ }).click()
  await buyer.getByLabel('Why').selectOption('It does not fit')
  await buyer.getByLabel('In your words').fill('Too tight at the neck')
  expect(await listScreenFaults(buyer)).toEqual([])
  await loseResponse(buyer, '**/api/return/receipt/**')
  await ask.click()
  await saidInPassing(buyer, 'Your request was not sent').waitFor()
  expect(await buyer.getByLabel('In your words').inputValue()).toBe('Too tight at the neck')
  // Back on the network, the list shows that it has arrived. The form still stands for the same request.
  await buyer.context().setOffline(true)
  await buyer.context().setOffline(false)
  const asked = buyer.getByText('We are looking at it')
  await asked.waitFor()
  await ask.click()
  await buyer.getByRole('button', { name: 'Return Items' }).waitFor()
  expect(await asked.count()).toBe(1)
  expect(await listScreenFaults(buyer)).toEqual([])

  await owner.getByRole('link', { name: 'Today' }).click()
  const need = owner.getByRole('listitem').filter({ hasText: /asks to send something back/ })
  await need.getByRole('link', { name: /^#/ }).click()
  await owner.getByText('Too tight at the neck').waitFor()
  expect(await owner.getByText('Too tight at the neck').count()).toBe(1)
  await press('Approve')
  await press('Approve and Mail')
  await owner.getByText('Write what the buyer is told').waitFor()
  await owner.getByLabel('How it comes back').fill('Bring it to 4 Allen Avenue, on any day until six.')
  expect(await listScreenFaults(owner)).toEqual([])
  await press('Approve and Mail')
  await owner.getByText('approved', { exact: true }).waitFor()
  await buyer.reload()
  await buyer.getByText('Bring it to 4 Allen Avenue, on any day until six.').waitFor()
  const subjects = async () => (await listMailbox(journey, ada.email)).map(({ subject }) => subject)
  await expect.poll(subjects).toContainEqual(expect.stringMatching(/^You can send it back: order #/))

  await press('Received')
  await owner.getByText('received', { exact: true }).waitFor()
  expect(await listScreenFaults(owner)).toEqual([])
  await press('Refund these')
  const refund = owner.getByRole('dialog', { name: /^Refund #/ })
  await refund.getByLabel('Reason').fill('Came back, too tight')
  expect(await refund.getByLabel(/came back whole/).isChecked()).toBe(true)
  await refund.getByRole('button', { name: 'Refund ₦18,500' }).click()
  await owner.getByText(/^1 × Danfo Tee.*on sale again$/).waitFor()
  expect(await owner.getByRole('button', { name: 'Refund these' }).count()).toBe(0)
  await expect.poll(subjects).toContainEqual(expect.stringMatching(/^We are returning ₦18,500 for order #/))

  await buyer.reload()
  await buyer.getByRole('button', { name: 'Return Items' }).click()
  await buyer.getByLabel('What you get').selectOption('Another size')
  await buyer.getByLabel('Why').selectOption('It does not fit')
  await ask.click()
  await buyer.getByText('Choose a size').waitFor()
  await buyer.getByLabel('Size instead of S').selectOption('M')
  const photos = buyer.getByLabel('Photos', { exact: true })
  const taken = { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await photoOf('#224466') }
  await photos.setInputFiles([
    taken,
    { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a photo') },
  ])
  await saidInPassing(buyer, 'Not all photos were added').waitFor()
  const photo = buyer.getByAltText('Yours, number 1')
  await photo.waitFor()
  // While another one is made smaller, the first is removed, and the request is not sent without the other.
  const read = await holdReading(buyer)
  await photos.setInputFiles([taken])
  await buyer.getByRole('button', { name: 'Remove photo 1' }).click()
  await photo.waitFor({ state: 'detached' })
  await ask.press('Enter')
  await read()
  expect(await widthOf(photo)).toBe(1600)
  expect(await buyer.getByAltText('Yours, number 2').count()).toBe(0)
  expect(await listScreenFaults(buyer)).toEqual([])
  await loseResponse(buyer, '**/photo/1')
  await ask.click()
  await buyer.getByText('We have your request, but not all of its photos yet.').waitFor()
  await buyer.getByRole('button', { name: 'Send Photos' }).click()
  await buyer.getByText(/for size M$/).waitFor()
  expect(await widthOf(photo)).toBe(1600)

  await owner.reload()
  await owner.getByRole('button', { name: 'Photo 1 of 1' }).click()
  expect(await widthOf(owner.getByRole('dialog').getByAltText('Photo 1 of 1'))).toBe(1600)
  await press('Close')
  await press('Approve')
  const approve = owner.getByRole('dialog', { name: 'Approve' })
  expect(await approve.getByLabel('What they get').inputValue()).toBe('exchange')
  await approve.getByLabel('How it comes back').fill('Bring it along once more.')
  expect(await listScreenFaults(owner)).toEqual([])
  await press('Approve and Mail')
  await owner.getByText(/^Another size: 1 × M held until/).waitFor()
  await buyer.reload()
  await buyer.getByText(/^We hold 1 × M for you until/).waitFor()
  await press('Received')
  await press('It is Here')
  await owner.getByText('Another size: 1 × M to pack and send').waitFor()
  await owner.goto(`${journey.url()}/admin/pack`)
  await owner.getByText('Exchange', { exact: true }).waitFor()
  expect(await listScreenFaults(owner)).toEqual([])
  await owner.getByRole('button', { name: /^Pack the exchange of #/ }).click()
  await owner.getByRole('link', { name: /^To send/ }).click()
  // Orders of other files are to be sent, too.
  await owner.locator(`a[href="${path}"]`).first().click()
  await press('Send parcel 2')
  await owner.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await owner.getByRole('button', { name: 'Parcel 2 delivered' }).waitFor()
  expect(await listScreenFaults(owner)).toEqual([])
  await buyer.reload()
  await buyer.getByText('In exchange you get 1 × M.').waitFor()
  await buyer.getByText(/1 × Danfo Tee, black, M/).waitFor()
  expect(await listScreenFaults(buyer)).toEqual([])
})

test('a member who has asked for one piece on another device is told so, and may then ask for the other', {
  tags: ['whole'],
}, async () => {
  const bisi = await addMember(journey, 'Bisi Ojo', 'bisi@back.example')
  const line = { name: 'Danfo Tee', color: 'black', size: 'S', quantity: 2, price: 18_500 }
  const reference = await placePaidOrder(journey, line, bisi.email, bisi.token)
  const { order } = await readPayment(journey, reference)
  await journey.command('orders', 'pack', reference)
  await journey.command('orders', 'send', reference, '--courier', 'gig')
  await journey.command('orders', 'deliver', reference)

  const { page, expectComplaint } = await journey.visitor({ member: bisi })
  expectComplaint(/409/)
  await visit(page, `/orders/${order._id}`)
  await page.getByRole('button', { name: 'Return Items' }).click()
  await page.getByRole('button', { name: /^One more of Danfo Tee/ }).click()
  await page.getByLabel('Why').selectOption('It does not fit')
  const elsewhere = await journey.ask(
    'POST',
    `/api/return/${order._id}`,
    { lines: [{ position: 0, quantity: 1 }], reason: 'faulty', words: '', wish: 'refund', after: 0 },
    { authorization: `Bearer ${bisi.token}` },
  )
  expect(elsewhere.status).toBe(200)
  const send = page.getByRole('button', { name: 'Send Request' })
  const asked = page.getByText('We are looking at it')
  await send.click()
  await saidInPassing(page, /^You have asked for a return meanwhile/).waitFor()
  await expect.poll(() => asked.count()).toBe(1)
  await send.click()
  await expect.poll(() => asked.count()).toBe(2)
})
