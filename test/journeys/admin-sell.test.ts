import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { inviteByCommand, joinByLink, listScreenFaults } from '#test/support/admin.ts'
import { openJourney } from '#test/support/journey.ts'
import { listMailbox, loseResponse, payWithTestCard, person, shownStockOf } from '#test/support/shopper.ts'

const journey = openJourney({ shop: 'own' })
const PHONE = { width: 360, height: 800 }

test('an order from a chat is sold by link: a lost answer sells it once, the buyer pays, and the order says who sold it', {
  tags: ['whole'],
}, async () => {
  const { page, expectComplaint } = await journey.visitor({
    viewport: PHONE,
    hasTouch: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  // A lost answer, and a period that is refused.
  expectComplaint(/ERR_FAILED|ERR_INTERNET|400/)
  await joinByLink(page, await inviteByCommand(journey, 'sade@staff.example', 'manager'))
  const before = (await shownStockOf(journey, 'Danfo Tee'))['black S'] ?? 0

  await page.getByRole('link', { name: 'Sell' }).click()
  await page.getByRole('button', { name: 'Hold and get the link' }).click()
  await page.getByText('Full name is required').waitFor()
  const finder = page.getByLabel('Add a product')
  await finder.fill('zzzz')
  await page.getByText('No product has these words.').waitFor()
  await finder.fill('danfo')
  await page.getByRole('button', { name: /Danfo Tee/ }).click()
  const choice = page.getByRole('region', { name: 'Danfo Tee' })
  await choice.getByRole('button', { name: 'black' }).click()
  await choice.getByRole('button', { name: 'S', exact: true }).click()
  await choice.getByText(`${before} left`).waitFor()
  await choice.getByRole('button', { name: /^One more/ }).click()
  expect(await listScreenFaults(page)).toEqual([])
  await choice.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('button', { name: 'Remove Danfo Tee (black, S)' }).waitFor()

  const ada = person('ada@chat.example')
  await page.getByLabel('Full name').fill(ada.fullName)
  await page.getByLabel('Phone').fill(ada.phone)
  await page.getByLabel('Email').fill(ada.email)
  await page.getByLabel('Address').fill(ada.address)
  await page.getByLabel('State').selectOption(ada.state)
  await page.getByLabel('City').selectOption(ada.city)
  await page.getByLabel('Delivery').selectOption('Lagos: Yaba')
  await page.getByText('₦38,500').waitFor()
  expect(await listScreenFaults(page)).toEqual([])

  await loseResponse(page, '**/api/admin/sale')
  const sell = page.getByRole('button', { name: 'Hold and get the link' })
  await sell.click()
  await page.getByText('No answer from the shop.').first().waitFor()
  await sell.click()
  const held = page.getByRole('heading', { name: /^Order #\w{5} is held$/ })
  await held.waitFor()
  expect((await shownStockOf(journey, 'Danfo Tee'))['black S']).toBe(before - 2)
  expect(await listScreenFaults(page)).toEqual([])
  const whatsApp = await page.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  expect(whatsApp).toMatch(/^https:\/\/wa\.me\/2348\d+\?text=Hello%20Ada/)
  await page.getByRole('button', { name: 'Copy link' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(decodeURIComponent(whatsApp ?? '')).toContain(link)

  await page.getByRole('link', { name: 'See the order' }).click()
  await page.getByText('Sold by').waitFor()
  await page.getByRole('heading', { name: 'Link to pay' }).waitFor()
  const buyer = await journey.visitor({ viewport: PHONE, hasTouch: true })
  await buyer.page.goto(link)
  await payWithTestCard(buyer.page)
  await buyer.page.getByText(ada.email).first().waitFor()
  await expect.poll(() => listMailbox(journey, ada.email)).toHaveLength(1)
  // Nothing polls it: the shop tells of the payment.
  await page.getByRole('heading', { name: 'Link to pay' }).waitFor({ state: 'detached' })
  await page.getByText('order.sell by').waitFor()

  await page.getByRole('link', { name: 'More' }).click()
  await page.getByRole('link', { name: 'Money' }).click()
  await page.getByRole('row', { name: /Danfo Tee/ }).waitFor()
  await page.getByText(/^The provider has confirmed/).waitFor()
  expect(await listScreenFaults(page)).toEqual([])
  await page.getByLabel('Separator').selectOption('semicolon')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'orders', exact: true }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(file).toMatch(/;37000,00;1500,00;38500,00;.*;sade manager;Ada Obi;/)
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByText('A year at most, please.').waitFor()
  await page.getByRole('button', { name: '7 days' }).click()
  await page.getByRole('row', { name: /Danfo Tee/ }).waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await listScreenFaults(page)).toEqual([])
  // As the service worker tells a page that a notification was tapped: what is typed is not lost by that.
  const tap = (path: string) =>
    page.evaluate(
      (data) => void navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data })),
      { title: '₦15,500: new order', path },
    )
  await page.getByRole('link', { name: 'Sell' }).click()
  await page.getByLabel('Full name').fill(ada.fullName)
  await tap('/orders')
  const leave = page.getByRole('button', { name: 'Leave it and open' })
  await leave.waitFor()
  expect(await page.getByLabel('Full name').inputValue()).toBe(ada.fullName)
  await leave.click()
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
  await tap('/')
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
})
