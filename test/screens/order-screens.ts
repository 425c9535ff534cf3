import type { Order } from '#shared/contract/order.ts'
import { heading } from '#test/support/shopper.ts'
import { over, type Walk } from './screen.ts'
import { LONG_NAME } from './screen-shop.ts'
import { signIn } from './shopper-state.ts'
import type { Stage } from './stage.ts'

const NAMES = [
  'Eko Boxy Tee',
  'Third Mainland Bridge After Midnight Heavyweight Long-Sleeve Graphic Tee',
  LONG_NAME,
  'Harmattan Eau de Parfum',
  'Palm Cross Slide',
]

const ID_ENDS = { pending: '4c1e7', paid: '7d03a', failed: 'b92f0', cancelled: '05ac8' } as const

function orderOf(status: Order['status'], count: number): Order {
  const items = NAMES.slice(0, count).map((name, place) => ({
    productId: name,
    name,
    price: place === 2 ? 1_234_567.5 : 18_500,
    image: '/favicon.svg',
    quantity: place + 1,
    color: place === 3 ? '' : 'off-white',
    size: place === 3 ? '50 ml' : 'M',
  }))
  const total = items.reduce((sum, { price, quantity }) => sum + price * quantity, 1_800)
  return {
    _id: `0190f2a1-7c00-7000-8000-0000000${ID_ENDS[status]}`,
    items,
    email: 'ada.obi@example.com',
    shippingInfo: {
      fullName: 'Ada Obi',
      email: 'ada.obi@example.com',
      phone: '+2348031234567',
      address: '12 Allen Avenue, by the second bus stop',
      city: 'Ikeja',
      state: 'Lagos',
      country: 'Nigeria',
    },
    totalAmount: total,
    shippingFee: 1_800,
    shippingLocation: 'Lagos: Ikeja',
    status,
    arrival: null,
    pendingPayment: null,
    parcels: [],
    refunds: [],
    paymentReference: 'jara-0123456789abcdef0123456789abcdef01234567',
    paidAt: status === 'paid' ? '2026-03-09T11:20:00.000Z' : null,
    createdAt: '2026-03-09T11:05:00.000Z',
  }
}

export const PAID = orderOf('paid', 5)
export const PENDING: Order = {
  ...orderOf('pending', 1),
  pendingPayment: { url: 'https://checkout.paystack.com/4c1e7', heldUntil: '2026-03-09T11:35:00.000Z' },
}
const FAILED = orderOf('failed', 2)
const CANCELLED = orderOf('cancelled', 4)

/** Orders with the URLs of the shop's current pictures. */
async function withPictures({ shop }: Stage, orders: readonly Order[]): Promise<Order[]> {
  const images = new Map(
    await Promise.all(NAMES.map(async (name) => [name, (await shop.find(name)).image] as const)),
  )
  return orders.map((order) => ({
    ...order,
    items: order.items.map((item) => ({ ...item, image: images.get(item.name) ?? item.image })),
  }))
}

const LISTED: Walk = [
  {
    name: 'orders/full',
    proves: ['2.199', '2.204'],
    shows: ['Order #4C1E7', '1 item', '5 items', '+2 more', 'Pending', 'Paid', 'Failed', 'Cancelled', 'View'],
    open: async (stage) => {
      await signIn(stage)
      const orders = await withPictures(stage, [PENDING, PAID, FAILED, CANCELLED])
      for (const order of orders) await stage.respond(`order/${order._id}`, order)
      await stage.respond('order/my-orders', orders)
      await stage.visit('/orders')
      await stage.page.getByRole('article').nth(3).waitFor()
    },
  },
  {
    name: 'order/paid',
    proves: ['2.208', '2.209', '2.213', '2.214', '2.215', '2.217', '2.218'],
    shows: [
      'Order #7D03A',
      'Order Items',
      'Shipping fee',
      'Total Amount',
      'Payment Information',
      'Payment reference',
      'Payment status',
      'Paid at',
      'Shipping Information',
      'Full name',
      'Email',
      'Phone',
      'Address',
      'City and state',
      'Ikeja, Lagos',
      'Country',
      'Order Timeline',
      'Order Created',
      'Payment Confirmed',
      '9 March 2026',
      '9 March 2026 at 12:20',
    ],
    open: (stage) => openOrder(stage, '7D03A'),
  },
  {
    name: 'order/pending',
    proves: ['2.211'],
    shows: ['Pending', 'Order Created', '₦18,500', 'Continue Payment', 'Check Payment'],
    lacks: ['₦18,500 each', 'Paid at', 'Payment Confirmed'],
    open: async (stage) => {
      await stage.page.goBack()
      await openOrder(stage, '4C1E7')
    },
  },
]

async function openOrder({ page }: Stage, number: string): Promise<void> {
  await page.getByRole('link', { name: `View Order #${number}` }).click()
  await heading(page, `Order #${number}`).waitFor()
  await heading(page, 'Order Timeline').waitFor()
}

const NOT_LISTED: Walk = [
  {
    name: 'orders/loading',
    open: async (stage) => {
      await signIn(stage)
      await stage.hold('order/my-orders')
      await stage.visit('/orders')
      await stage.page.getByText('Loading your orders…').waitFor({ state: 'attached' })
    },
  },
  {
    name: 'orders/failed',
    proves: ['2.196', '8.32'],
    shows: ['Failed to load orders', 'Please try again later.', 'Retry'],
    open: async ({ page, release }) => {
      release()
      await heading(page, 'Failed to load orders').waitFor()
    },
  },
]

const NONE: Walk = [
  {
    name: 'orders/empty',
    proves: ['2.198'],
    shows: ['No orders yet', 'Start shopping to see your orders here.', 'Browse Products'],
    open: async (stage) => {
      await signIn(stage)
      await stage.visit('/orders')
      await heading(stage.page, 'No orders yet').waitFor()
    },
  },
  over({
    name: 'menu/member',
    proves: ['2.37', '2.38', '2.40'],
    only: 'small',
    shows: ['My Orders', 'Hi Ada', 'Logout'],
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('dialog', { name: 'Menu' }).getByText('Hi Ada').waitFor()
    },
  }),
]

const NOT_FOUND: Walk = [
  {
    name: 'order/loading',
    open: async (stage) => {
      await signIn(stage)
      await stage.hold('order/0190*')
      await stage.visit(`/orders/${PAID._id}`)
      await stage.page.getByText('Loading your order…').waitFor({ state: 'attached' })
    },
  },
  {
    name: 'order/not-found',
    proves: ['2.207', '8.33'],
    shows: ['Order not found', "The order you're looking for doesn't exist.", 'Back to Orders'],
    open: async ({ page, release }) => {
      release(404)
      await heading(page, 'Order not found').waitFor()
    },
  },
]

export const ORDER_WALKS = [LISTED, NOT_LISTED, NONE, NOT_FOUND]
