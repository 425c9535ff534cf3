import { payButton, saidInPassing } from '#test/support/shopper.ts'
import type { Walk } from './screen.ts'
import { LONG_NAME } from './screen-shop.ts'
import { fillCart, typeBefore } from './shopper-state.ts'
import type { Stage } from './stage.ts'

async function openCheckout({ page, visit }: Stage): Promise<void> {
  await visit('/checkout')
  await payButton(page).waitFor()
}

const BLANK: Walk = [
  {
    name: 'checkout/blank',
    proves: ['2.166', '2.174', '2.176', '2.177', '2.180', '2.181'],
    shows: [
      'Back',
      'Shipping Information',
      'Full Name',
      'Email',
      'Phone',
      'Address',
      'Country',
      'State',
      'City',
      'Shipping Location',
      'Order Summary',
      'Subtotal',
      'Shipping',
      'Select location',
      'Total',
      'Eko Boxy Tee',
      'black - M',
      '₦18,500',
      'Proceed to Payment',
    ],
    open: async (stage) => {
      await fillCart(stage, [{ name: 'Eko Boxy Tee', quantity: 2 }, { name: 'Harmattan Eau de Parfum' }])
      await openCheckout(stage)
    },
  },
  {
    name: 'checkout/shipping-policy',
    proves: ['1.20', '1.21', '1.22', '1.23', '1.24', '1.25', '1.26'],
    shows: [
      'We send orders by courier.',
      'Orders are dispatched within 1 working day after payment confirmation. Bank transfers are processed once the payment is verified.',
      'Orders placed before 12 PM in Lagos usually arrive the next business day.',
      'Lagos orders are delivered within 1 working day after dispatch.',
      'Nationwide delivery takes about 2-5 business days.',
      'Please keep your phone close, so that the courier can reach you.',
      'Separate orders are shipped and charged separately, so we recommend combining items into one order.',
    ],
    isOver: true,
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Shipping policy' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'checkout/errors',
    shows: [
      'Full name is required',
      'Please enter a valid email',
      'Phone number is required',
      'Address is required',
      'State is required',
      'City is required',
      'Please select a shipping location',
      'Shipping Required',
      'Please select a shipping location.',
    ],
    open: async ({ page }) => {
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await payButton(page).click()
      await page.getByText('Full name is required').waitFor()
      await saidInPassing(page, 'Shipping Required').waitFor()
    },
  },
]

const FILLED: Walk = [
  {
    name: 'checkout/filled',
    proves: ['2.183'],
    shows: ['Shipping to', '12 Allen Avenue, by the second bus stop, Ikeja, Lagos, Nigeria'],
    open: async (stage) => {
      typeBefore(stage)
      const items = await fillCart(stage, [{ name: 'Eko Boxy Tee', quantity: 20 }, { name: LONG_NAME }])
      const lines = items.map(({ id: productId, color, size, name, price, image }, place) => ({
        productId,
        color,
        size,
        name,
        image,
        ...(place === 0
          ? { price: price + 1_000, qtyAvailable: 9, problem: 'price' }
          : { price, qtyAvailable: 0, problem: 'stock' }),
      }))
      const details = { lines, shippingFee: 1_800, totalAmount: null }
      const changed = { message: 'Changed', code: 'OUT_OF_STOCK', details }
      await stage.respond('payment/initialize', changed, 409)
      await openCheckout(stage)
      await stage.page.getByText('12 Allen Avenue, by the second bus stop, Ikeja').waitFor()
    },
  },
  {
    name: 'checkout/cart-changed',
    open: async ({ page }) => {
      await payButton(page).click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'checkout/processing',
    proves: ['2.175'],
    shows: ['Processing...'],
    open: async ({ page, hold }) => {
      await hold('payment/initialize')
      await payButton(page).click()
      await page.getByRole('button', { name: 'Processing...' }).waitFor()
    },
  },
  {
    name: 'checkout/payment-error',
    proves: ['8.23'],
    shows: ['Payment Error', 'Failed to initialize payment. Please try again.'],
    isOver: true,
    open: async ({ page, release }) => {
      release(502)
      await saidInPassing(page, 'Payment Error').waitFor()
    },
  },
]

const OVER_LIMIT: Walk = [
  {
    name: 'checkout/over-limit',
    shows: ['The most we can sell per order is 40 items. Please remove 2 to check out.'],
    open: async (stage) => {
      await fillCart(stage, [
        { name: 'Eko Boxy Tee', quantity: 20 },
        { name: 'Night Bus Reflective Hoodie', quantity: 20 },
        { name: 'Harmattan Eau de Parfum', quantity: 2 },
      ])
      await openCheckout(stage)
    },
  },
]

export const CHECKOUT_WALKS = [BLANK, FILLED, OVER_LIMIT]
