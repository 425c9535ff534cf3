import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { PackItem } from '#shared/contract/admin/parcel.ts'
import { inviteByCommand, joinByLink, listScreenFaults } from '#test/support/admin.ts'
import { openJourney } from '#test/support/journey.ts'
import { placePaidOrder, readPayment } from '#test/support/paid-order.ts'
import { sized } from '#test/support/proof.ts'
import { heading, saidInPassing, until } from '#test/support/shopper.ts'

const journey = openJourney({ shop: 'own', env: { RATE_LIMITS: 'off' } })
const PHONE = { viewport: { width: 360, height: 800 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }
const TEE = { name: 'Danfo Tee', color: 'black', price: 18_500 }
const ORDERS = sized({ quick: 6, whole: 30 })
/** Of three orders, one is of two pieces in S, and two of one in M. */
const PIECES_IN_S = (ORDERS / 3) * 2
const PIECES = (ORDERS / 3) * 4
const IN_S = new RegExp(`Danfo Tee black, S.*× ${PIECES_IN_S}`)
const OWNER = 'amaka@staff.example'

const pill = (page: Page, text: string | RegExp) => page.getByRole('button', { name: text, exact: true })
const readPackList = (page: Page): Promise<{ toPack: PackItem[]; toSend: PackItem[] }> =>
  page.evaluate(async () => (await fetch('/api/admin/pack')).json())
const stored = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(key), name)
const packButtons = (page: Page) => page.getByRole('button', { name: /^Pack #/ })

/** A link for somebody who has lost the phone: every session ends. */
async function linkAgain(email: string): Promise<string> {
  const links = async () => {
    const { body } = await journey.ask<{ recipient: string; text: string }[]>('GET', '/dev/mailbox.json')
    return body
      .filter(({ recipient }) => recipient === email)
      .map(({ text }) => /\S+\/admin\/join#\S+/.exec(text)?.[0])
  }
  const before = await links()
  await journey.command('staff', 'link', email)
  const fresh = async () => (await links()).find((link) => !before.includes(link))
  await expect.poll(fresh).toBeDefined()
  return (await fresh()) ?? ''
}

/** Whoever is signed in returns all of an order's money. */
const refund = (page: Page, orderId: string, amount: number): Promise<number> =>
  page.evaluate(
    async ([path, body]) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
      return (await fetch(path, { method: 'POST', headers, body })).status
    },
    [
      `/api/admin/order/${orderId}/refund`,
      JSON.stringify({
        ...{ amount, pieces: [], isRestocked: false, reason: 'the buyer called' },
        shown: { refunded: 0 },
      }),
    ] as const,
  )

test('orders are packed without a network and told to the shop later, each once; what was refunded meanwhile is a conflict, and signing out wipes all', {
  tags: ['whole'],
}, async () => {
  const references: string[] = []
  // A few at a time: one network may not hold much that is unpaid.
  for (let placed = 0; placed < ORDERS; placed += 3) {
    const [large = '', ...small] = [0, 1, 2].map((next) => `buyer-${placed + next}@guest.example`)
    const orders = [
      placePaidOrder(journey, { ...TEE, size: 'S', quantity: 2 }, large),
      ...small.map((email) => placePaidOrder(journey, { ...TEE, size: 'M', quantity: 1 }, email)),
    ]
    references.push(...(await Promise.all(orders)))
  }
  const {
    context,
    expectComplaint,
    page: first,
  } = await journey.visitor({ ...PHONE, serviceWorkers: 'allow' })
  // Without a network, with responses that are lost, signed out, and refused.
  expectComplaint(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|40[19]|No answer from the shop/)
  await joinByLink(first, await inviteByCommand(journey, OWNER, 'owner'))
  await until(first, () => navigator.serviceWorker.controller?.scriptURL.endsWith('/admin/sw.js'))
  const { order: refunded } = await readPayment(journey, references.at(-1) ?? '')
  await first.goto(`${journey.url()}/admin/orders/${refunded._id}`)
  const title = (await heading(first, /^Order #/).textContent()) ?? ''
  const refundedNumber = title.replace('Order ', '')
  await until(first, () => localStorage.getItem('admin.last-read')?.includes('"history"'))
  await first.goto(`${journey.url()}/admin/pack`)
  await heading(first, `Pick ${PIECES}`).waitFor()
  await first.getByRole('checkbox', { name: IN_S }).check()
  await first.getByRole('checkbox', { name: '1 × Danfo Tee, black, M' }).first().check()
  await first.getByText('1 taken').waitFor()
  expect(await listScreenFaults(first)).toEqual([])
  await until(first, () => localStorage.getItem('admin.last-read')?.includes('"toPack"'))

  // Closed, and opened again without a network.
  await first.close()
  await context.setOffline(true)
  const page = await context.newPage()
  await page.goto(`${journey.url()}/admin/pack`)
  await heading(page, `Pick ${PIECES}`).waitFor()
  expect(await page.getByRole('checkbox', { name: IN_S }).isChecked()).toBe(true)
  await page.getByText('1 taken').waitFor()
  await packButtons(page).first().click()
  await pill(page, '1 waiting').click()
  await page.getByRole('button', { name: /^Take back #/ }).click()
  await page.getByText('The shop knows of everything that was packed here.').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  expect(await packButtons(page).count()).toBe(ORDERS)
  for (let left = ORDERS; left > 0; left -= 1) {
    await packButtons(page).first().click()
    await pill(page, `${ORDERS - left + 1} waiting`).waitFor()
  }
  await page.getByText(/^Everything (that is paid|on this list) is packed\./).waitFor()
  await page.reload()
  await pill(page, `${ORDERS} waiting`).waitFor()
  await page.getByRole('link', { name: 'To pack 0' }).waitFor()
  expect(await listScreenFaults(page)).toEqual([])
  await pill(page, `${ORDERS} waiting`).click()
  await heading(page, `${ORDERS} waiting`).waitFor()
  expect(await listScreenFaults(page)).toEqual([])

  await page.getByRole('link', { name: refundedNumber }).click()
  await page.getByText(/^Packed at .* The shop is told once there is a network\.$/).waitFor()

  // The session has ended meanwhile. Nobody else sends what Amaka packed, and one of these is refunded.
  const link = await linkAgain(OWNER)
  await context.setOffline(false)
  await page.getByText(`${ORDERS} orders packed here, which the shop does not know of yet.`).waitFor()
  expect(await listScreenFaults(page)).toEqual([])
  await joinByLink(page, await inviteByCommand(journey, 'tunde@staff.example', 'owner'))
  await pill(page, `${ORDERS} waiting`).click()
  await page.getByText('amaka owner packed these here, and must sign in for the shop to be told.').waitFor()
  expect(await refund(page, refunded._id, 20_000)).toBe(200)
  expect((await readPackList(page)).toPack).toHaveLength(ORDERS - 1)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Sign out here' }).click()
  await page.getByText(`${ORDERS} orders packed here`).waitFor()

  // The first response is lost: the act is repeated, and is one.
  let isLost = false
  await page.route('**/api/admin/order/*/parcel', async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  await joinByLink(page, link)
  await expect.poll(() => isLost).toBe(true)
  // Whatever is read shows that there is a network.
  await page.getByRole('link', { name: 'Today' }).click()
  await pill(page, '1 not packed').waitFor()
  const { toPack, toSend } = await readPackList(page)
  expect(toPack).toEqual([])
  expect(new Set(toSend.map(({ orderId }) => orderId)).size).toBe(ORDERS - 1)
  expect(toSend.map(({ parcel }) => parcel?.number)).toEqual(toSend.map(() => 1))
  await pill(page, '1 not packed').click()
  await page.getByText(/^Order #\w+ should not be sent: its money went back\.$/).waitFor()
  expect(await listScreenFaults(page)).toEqual([])
  await page.getByRole('button', { name: `Seen to ${refundedNumber}` }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await pill(page, /not packed|waiting/).waitFor({ state: 'detached' })

  // What is no packing does not wait. What cannot be told to the shop is wiped by signing out, which asks first.
  const reference = await placePaidOrder(journey, { ...TEE, size: 'M', quantity: 1 }, 'last@guest.example')
  const { order } = await readPayment(journey, reference)
  await page.goto(`${journey.url()}/admin/orders/${order._id}`)
  await page.getByRole('button', { name: 'Pack', exact: true }).waitFor()
  await context.setOffline(true)
  await page.getByRole('status').filter({ hasText: 'You are offline.' }).waitFor()
  await page.getByRole('button', { name: 'Hold back' }).click()
  await page.getByLabel('Reason').fill('the buyer called')
  await page.getByRole('dialog').getByRole('button', { name: 'Hold back' }).click()
  await saidInPassing(page, /^You are offline, and this needs the network/).waitFor()
  await page.getByRole('button', { name: 'Leave it' }).click()
  await page.getByRole('button', { name: 'Pack', exact: true }).click()
  await pill(page, '1 waiting').waitFor()
  await page.route('**/api/admin/order/*/parcel', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await context.setOffline(false)
  await page.goto(`${journey.url()}/admin/account`)
  await page.getByRole('button', { name: 'Sign out here' }).click()
  await page.getByText('The shop does not know yet that 1 order was packed here.').waitFor()
  expect(await listScreenFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL('**/admin/login')
  await heading(page, 'Sign in').waitFor()
  expect(await stored(page, 'admin.waiting')).toMatch(/"all":\[\]/)
  expect(await stored(page, 'admin.picked')).toMatch(/"lines":\[\]/)
  expect(await stored(page, 'admin.last-read')).toBeNull()
})
