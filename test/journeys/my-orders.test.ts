import { beforeAll, expect, test } from 'vitest'
import type { Order } from '#shared/contract/order.ts'
import { openJourney } from '#test/support/journey.ts'
import type { Member } from '#test/support/journey-type.ts'
import { hasFocus } from '#test/support/keyboard.ts'
import { addMember } from '#test/support/member.ts'
import { placePaidOrder } from '#test/support/paid-order.ts'
import { countRequests, heading, holdRequests, visit } from '#test/support/shopper.ts'

const journey = openJourney()
let ada: Member
beforeAll(async () => {
  ada = await addMember(journey, 'Ada Obi', 'ada@orders.example')
})

const TWO_TEES = { name: 'Danfo Tee', color: 'black', size: 'S', quantity: 2, price: 18_500 }
const MY_ORDERS = '**/api/order/my-orders'
const SHIPPING = {
  fullName: 'Ada Obi',
  email: 'ada@orders.example',
  phone: '0803 123 4567',
  address: '12 Allen Avenue',
  city: 'Ikeja',
  state: 'Lagos',
  country: 'Nigeria',
}

function orderOf(id: string, details: Partial<Order> = {}): Order {
  const items = ['black', 'white', 'navy', 'rose', 'plum'].map((color) => ({
    productId: 'tee',
    name: `Tee in ${color}`,
    price: 18_500,
    image: '/favicon.svg',
    quantity: 2,
    color,
    size: 'M',
  }))
  return {
    _id: id,
    items,
    shippingInfo: SHIPPING,
    email: SHIPPING.email,
    totalAmount: 186_500,
    shippingFee: 1_500,
    shippingLocation: 'Lagos: Yaba',
    status: 'paid',
    paymentReference: `jara-${id}`,
    paidAt: '2026-03-09T11:20:00.000Z',
    createdAt: '2026-03-09T11:05:00.000Z',
    arrival: { first: '2026-03-11', last: '2026-03-11' },
    pendingPayment: null,
    parcels: [],
    refunds: [],
    ...details,
  }
}

test('an order placed while signed in is in the list and opens in full', {
  tags: ['1.7', '2.203', '2.209', '2.210', '2.212'],
}, async () => {
  await placePaidOrder(journey, TWO_TEES, ada.email, ada.token)
  const { page } = await journey.visitor({ member: ada })
  await visit(page, '/orders')

  const main = page.getByRole('main')
  await heading(page, /^Order #[0-9A-Z]{5}$/).waitFor()
  for (const text of ['Paid', '₦38,500', '1 item', 'Danfo Tee', 'black - S', 'Qty: 2']) {
    await main.getByText(text, { exact: true }).waitFor()
  }
  const name = (await heading(page, /^Order #/).textContent()) ?? ''
  await main.getByRole('link', { name: `View ${name}`, exact: true }).click()
  await page.waitForURL('**/orders/*')
  expect(new URL(page.url()).pathname.slice(-5).toUpperCase()).toBe(name.slice(-5))
  await heading(page, 'Order Timeline').waitFor()
  const shopName = main.getByText('Jara', { exact: false }).first()
  expect(await shopName.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  expect(await shopName.isVisible()).toBe(true)
  await page.emulateMedia({ media: 'screen' })
  for (const text of [
    'Quantity: 2',
    '₦18,500 each',
    '₦37,000',
    '₦1,500',
    '₦38,500',
    'Ada Obi',
    ada.email,
    '+2348031234567',
    '12 Allen Avenue',
    'Ikeja, Lagos',
    'Nigeria',
    'Order Created',
    'Payment Confirmed',
    'Arrives',
  ]) {
    expect(await main.getByText(text).count(), text).toBeGreaterThan(0)
  }
  await visit(page, '/home')
  await page.getByRole('link', { name }).click()
  await page.waitForURL('**/orders/*')
})

test('while orders load a skeleton is shown; if they fail, a retry button; cards show three items and count the rest, with a colour for every status; an unpaid order shows no payment, and one that failed to load can be retried', {
  tags: ['2.195', '2.197', '2.200', '2.201', '2.202', '2.205', '2.206', '2.216', '2.219', '4.30', '9.18'],
}, async () => {
  const { page, expectComplaint } = await journey.visitor({ member: ada })
  expectComplaint(/500|503/)
  const main = page.getByRole('main')
  const notFound = heading(page, 'Order not found')
  const letThrough = await holdRequests(page, MY_ORDERS, (route) => route.fulfill({ status: 500, body: '' }))
  await visit(page, '/orders')
  await page.getByText('Loading your orders…').waitFor()
  letThrough()
  await heading(page, 'Failed to load orders').waitFor()
  await page.getByText('Please try again later.').waitFor()
  await page.unroute(MY_ORDERS)
  const orders = [
    orderOf('0001-abcde'),
    ...(['pending', 'failed', 'cancelled'] as const).map((status) =>
      orderOf(`0002-${status}`, {
        status,
        paidAt: null,
        arrival: null,
        items: orderOf('one').items.slice(0, 1),
      }),
    ),
    { ...orderOf('0003-other'), status: 'RETURNED' },
  ]
  await page.route(MY_ORDERS, (route) => route.fulfill({ json: orders }))
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Retry' }).click()
  await reloaded

  const first = page.getByRole('article').filter({ has: heading(page, 'Order #ABCDE') })
  for (const text of ['9 March 2026', '5 items', '₦186,500', 'Tee in navy', 'navy - M', '+2 more']) {
    await first.getByText(text, { exact: true }).waitFor()
  }
  expect(await first.getByText('Tee in rose').count()).toBe(0)
  const colours = await page.getByRole('article').evaluateAll((cards) =>
    cards.map((card) => {
      const badge = [...card.querySelectorAll('span')].find((each) => each.className.includes('bg-'))
      return [badge?.textContent, badge && getComputedStyle(badge).backgroundColor]
    }),
  )
  const [green, yellow, red, grey] = [
    'rgb(214, 234, 217)',
    'rgb(246, 230, 174)',
    'rgb(248, 217, 211)',
    'rgb(224, 218, 205)',
  ]
  expect(colours).toEqual([
    ['Paid', green],
    ['Pending', yellow],
    ['Failed', red],
    ['Cancelled', grey],
    ['Returned', grey],
  ])

  // One opened from the list keeps what the list knew when it fails to load.
  await page.route('**/api/order/0001-abcde', (route) => route.fulfill({ status: 503, body: '' }))
  await page.clock.install()
  const asked = countRequests(page, '**/api/order/0001-abcde')
  await main.getByRole('link', { name: 'View Order #ABCDE' }).click()
  await heading(page, 'Order Timeline').waitFor()
  // All its tries.
  await expect.poll(() => page.clock.runFor(1_000).then(asked)).toBe(3)
  await page.waitForLoadState('networkidle')
  await heading(page, 'Order #ABCDE').waitFor()
  const chat = await main.getByRole('link', { name: 'send a WhatsApp' }).getAttribute('href')
  expect(new URL(chat ?? '').searchParams.get('text')).toBe('Hello Jara, about Order #ABCDE: ')
  expect(await notFound.count()).toBe(0)
  await page.goBack()

  await page.route('**/api/order/0002-pending', (route) => route.fulfill({ json: orders[1] }))
  await main.getByRole('link', { name: 'View Order #NDING' }).click()
  await page.getByText('Order Created').waitFor()
  for (const text of ['Payment Confirmed', 'Paid at', 'Arrives']) {
    expect(await page.getByText(text).count()).toBe(0)
  }

  await page.route('**/api/order/again', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/orders/again')
  await expect.poll(() => page.clock.runFor(1_000).then(() => notFound.count())).toBe(1)
  await page.unroute('**/api/order/again')
  await page.route('**/api/order/again', (route) => route.fulfill({ json: orderOf('again') }))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await heading(page, 'Order #AGAIN').waitFor()
  expect(await hasFocus(main)).toBe(true)
})
