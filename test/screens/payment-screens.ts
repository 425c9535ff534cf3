import { randomUUID } from 'node:crypto'
import type { Payment } from '#shared/contract/payment.ts'
import { heading } from '#test/support/shopper.ts'
import { PAID as ORDER } from './order-screens.ts'
import type { Walk } from './screen.ts'
import { DELIVERY, fillCart, MEMBER, signIn } from './shopper-state.ts'
import type { Stage } from './stage.ts'

const REFERENCE = 'jara-0123456789abcdef0123456789abcdef01234567'
const CALLBACK = `/payment/callback?reference=${REFERENCE}`

const PAID: Payment = {
  status: 'paid',
  reference: REFERENCE,
  email: MEMBER.email,
  amount: 1_236_367.5,
  channel: 'card',
  paidAt: '2026-03-09T11:20:00.000Z',
  inFlight: false,
  holdExpiresAt: null,
  refundReason: null,
  arrival: null,
  customer: { first_name: 'Ada', last_name: 'Obi', email: MEMBER.email, phone: '+2348031234567' },
  order: { ...ORDER, isGuest: true },
}

const isWaiting = { status: 'pending', paidAt: null, channel: null, customer: null } as const

async function comeBack(stage: Stage, payment: Partial<Payment>): Promise<void> {
  await stage.respond('payment/verify/*', { payment: { ...PAID, ...payment } })
  await stage.visit(CALLBACK)
}

/** Starts a real payment and opens the provider's page. */
async function goToProvider(stage: Stage): Promise<void> {
  const [item] = await fillCart(stage, [{ name: 'Eko Boxy Tee' }])
  const { shippingLocation, ...shippingInfo } = { ...DELIVERY, email: `${randomUUID()}@example.com` }
  const response = await fetch(`${stage.shop.url}/api/payment/initialize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      items: [{ ...item, productId: item?.id }],
      shippingInfo,
      shippingLocation,
      shippingFee: 1_800,
      totalAmount: (item?.price ?? 0) + 1_800,
    }),
  })
  if (!response.ok) throw new Error(`No payment was started: ${await response.text()}`)
  const { data } = (await response.json()) as { data: { authorization_url: string } }
  await stage.page.goto(data.authorization_url)
}

const WITHOUT_REFERENCE: Walk = [
  {
    name: 'payment/no-reference',
    proves: ['2.185'],
    shows: ['Invalid Payment Reference', 'No payment reference found. Please try again.', 'Back to Checkout'],
    open: async ({ page, visit }) => {
      await visit('/payment/callback')
      await heading(page, 'Invalid Payment Reference').waitFor()
    },
  },
  {
    name: 'checkout/empty',
    proves: ['2.164'],
    shows: [
      'Your cart is empty',
      'Add some products to your cart to proceed with checkout.',
      'Continue Shopping',
    ],
    open: async ({ page }) => {
      await page.getByRole('link', { name: 'Back to Checkout' }).click()
      await heading(page, 'Your cart is empty').waitFor()
    },
  },
]

const FAILED: Walk = [
  {
    name: 'payment/verifying',
    proves: ['2.186'],
    shows: ['Verifying Payment...', 'Please wait while we confirm your payment.'],
    open: async (stage) => {
      await stage.hold('payment/verify/*')
      await stage.visit(CALLBACK)
      await heading(stage.page, 'Verifying Payment...').waitFor()
    },
  },
  {
    name: 'payment/failed',
    proves: ['2.187', '2.188'],
    shows: [
      'Payment Failed',
      "We couldn't verify your payment. Please try again or contact support.",
      'Pay Again',
      'Back to Checkout',
      'Continue Shopping',
    ],
    open: async ({ page, release }) => {
      const order = { ...ORDER, status: 'failed', paidAt: null, shippingInfo: null, isGuest: true }
      release(200, { payment: { ...PAID, ...isWaiting, status: 'failed', order } })
      await heading(page, 'Payment Failed').waitFor()
    },
  },
]

/** After it has waited for a moment. */
const WAITING: Walk[] = [
  [
    {
      name: 'payment/verifying-for-long',
      open: async (stage) => {
        await comeBack(stage, { ...isWaiting, inFlight: true })
        await stage.page.getByText(/^Your bank is still working/).waitFor()
      },
    },
  ],
  [
    {
      name: 'payment/verifying-offline',
      open: async (stage) => {
        await stage.cut('payment/verify/*')
        await stage.visit(CALLBACK)
        await stage.page.getByText(/^We cannot reach the shop/).waitFor()
      },
    },
  ],
]

const ENDED: Walk[] = [
  [
    {
      name: 'payment/success',
      proves: ['2.189', '2.190', '2.192', '2.194'],
      shows: [
        'Payment Successful!',
        'Thank you for your purchase. Your order has been confirmed.',
        'Payment Details',
        'Reference',
        'Email',
        'Amount',
        'Payment Method',
        'Date of payment',
        'Card',
        'Customer Information',
        'Name',
        'Ada Obi',
        'Phone',
        '+2348031234567',
        '₦1,236,367.50',
        'View My Orders',
        'Continue Shopping',
      ],
      open: async (stage) => {
        await comeBack(stage, {})
        await heading(stage.page, 'Customer Information').waitFor()
      },
    },
  ],
  [
    {
      name: 'payment/success-of-a-member',
      proves: ['2.191', '2.193'],
      shows: ['Payment Successful!', 'Paystack'],
      lacks: ['Customer Information'],
      open: async (stage) => {
        await signIn(stage)
        await comeBack(stage, { channel: null, customer: null })
        await heading(stage.page, 'Payment Successful!').waitFor()
      },
    },
  ],
  [
    {
      name: 'payment/refunded',
      shows: ['Payment Refunded', 'View My Orders', 'Continue Shopping'],
      open: async (stage) => {
        await comeBack(stage, { ...isWaiting, status: 'cancelled', refundReason: 'out-of-stock' })
        await heading(stage.page, 'Payment Refunded').waitFor()
      },
    },
  ],
]

const PROVIDER: Walk = [
  {
    name: 'provider/card',
    open: async (stage) => {
      await goToProvider(stage)
      await stage.page.getByRole('button', { name: 'Pay with test card' }).waitFor()
    },
  },
  {
    name: 'provider/card-errors',
    open: async ({ page }) => {
      await page.getByRole('button', { name: /^Pay NGN/ }).click()
      await page.getByText('Please check the card').waitFor()
    },
  },
  {
    name: 'provider/declined',
    open: async ({ page }) => {
      await page.locator('button[value=declined]').click()
      await page.getByText('Payment not made').waitFor()
    },
  },
  {
    name: 'provider/pin',
    open: async ({ page }) => {
      await page.locator('button[value=otp]').click()
      await page.getByLabel('Card PIN').waitFor()
    },
  },
  {
    name: 'provider/unknown',
    open: async ({ page, shop }) => {
      await page.goto(`${shop.url}/sandbox/checkout/none-such`)
      await heading(page, 'Payment page not found').waitFor()
    },
  },
]

export const PAYMENT_WALKS = [WITHOUT_REFERENCE, FAILED, ...WAITING, ...ENDED, PROVIDER]
