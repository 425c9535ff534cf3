import { heading, payButton, saidInPassing } from '#test/support/shopper.ts'
import { LONG_NAME } from './product-screens.ts'
import type { Screen } from './screen.ts'
import { fillCart, typeBefore } from './shopper-state.ts'
import type { Stage } from './stage.ts'

const CART = [{ name: 'Eko Boxy Tee', quantity: 2 }, { name: 'Harmattan Eau de Parfum' }]

async function openCheckout(stage: Stage): Promise<void> {
  await fillCart(stage, CART)
  await stage.visit('/checkout')
  await payButton(stage.page).waitFor()
}

/** From another screen, so that the browser asks for the places; waits for a text. */
const walkToCheckout = (places: 'hold' | 'fail', shown: string) => async (stage: Stage) => {
  await stage[places]('app-data/shipping-addresses')
  await fillCart(stage, CART)
  await stage.visit('/products?category=Tees')
  await stage.page.getByRole('button', { name: /^Cart/ }).click()
  await stage.page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await stage.page.getByText(shown).waitFor()
}

async function pay(stage: Stage): Promise<void> {
  typeBefore(stage)
  await openCheckout(stage)
  await payButton(stage.page).click()
}

export const CHECKOUT_SCREENS: Screen[] = [
  {
    name: 'checkout/empty',
    proves: ['2.164'],
    shows: [
      'Your cart is empty',
      'Add some products to your cart to proceed with checkout.',
      'Continue Shopping',
    ],
    open: async ({ page, visit }) => {
      await visit('/checkout')
      await heading(page, 'Your cart is empty').waitFor()
    },
  },
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
    open: openCheckout,
  },
  {
    name: 'checkout/filled',
    proves: ['2.183'],
    shows: ['Shipping to', '12 Allen Avenue, by the second bus stop, Ikeja, Lagos, Nigeria'],
    open: async (stage) => {
      typeBefore(stage)
      await openCheckout(stage)
      await stage.page.getByText('12 Allen Avenue, by the second bus stop, Ikeja').waitFor()
    },
  },
  {
    name: 'checkout/dear-and-long',
    open: async (stage) => {
      await fillCart(stage, [
        { name: 'Eyo Procession Beaded Agbada', quantity: 3 },
        { name: LONG_NAME, quantity: 12 },
      ])
      typeBefore(stage, { address: `Block ${'7, Phase II, '.repeat(6)}off the Lekki-Epe Expressway` })
      await stage.visit('/checkout')
      await payButton(stage.page).waitFor()
    },
  },
  {
    name: 'checkout/over-limit',
    shows: ['The most we can sell per order is 40 items. Please remove 2 to check out.'],
    open: async (stage) => {
      await fillCart(stage, [
        { name: 'Eko Boxy Tee', quantity: 20 },
        { name: 'Night Bus Reflective Hoodie', quantity: 20 },
        { name: 'Harmattan Eau de Parfum', quantity: 2 },
      ])
      await stage.visit('/checkout')
      await payButton(stage.page).waitFor()
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
    ],
    open: async (stage) => {
      typeBefore(stage, {
        fullName: '',
        email: 'ada@',
        phone: '',
        address: '',
        city: '',
        state: '',
        shippingLocation: '',
      })
      await openCheckout(stage)
      await payButton(stage.page).click()
      await stage.page.getByText('Full name is required').waitFor()
      await saidInPassing(stage.page, 'Shipping Required').waitFor()
    },
  },
  {
    name: 'checkout/shipping-required',
    shows: ['Shipping Required', 'Please select a shipping location.'],
    isOver: true,
    open: async (stage) => {
      typeBefore(stage, { shippingLocation: '' })
      await openCheckout(stage)
      await payButton(stage.page).click()
      await saidInPassing(stage.page, 'Shipping Required').waitFor()
    },
  },
  {
    name: 'checkout/places-loading',
    proves: ['2.172'],
    shows: ['Loading shipping locations...'],
    open: walkToCheckout('hold', 'Loading shipping locations...'),
  },
  {
    name: 'checkout/places-failed',
    proves: ['2.173'],
    shows: ['Failed to load shipping locations'],
    open: walkToCheckout('fail', 'Failed to load shipping locations'),
  },
  {
    name: 'checkout/processing',
    proves: ['2.175'],
    shows: ['Processing...'],
    open: async (stage) => {
      await stage.hold('payment/initialize')
      await pay(stage)
      await stage.page.getByRole('button', { name: 'Processing...' }).waitFor()
    },
  },
  {
    name: 'checkout/payment-error',
    proves: ['8.23'],
    shows: ['Payment Error', 'Failed to initialize payment. Please try again.'],
    isOver: true,
    open: async (stage) => {
      await stage.fail('payment/initialize', 502)
      await pay(stage)
      await saidInPassing(stage.page, 'Payment Error').waitFor()
    },
  },
  {
    name: 'checkout/cart-changed',
    open: async (stage) => {
      typeBefore(stage)
      const items = await fillCart(stage, CART)
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
      await stage.respond('payment/initialize', { message: 'Changed', code: 'OUT_OF_STOCK', details }, 409)
      await stage.visit('/checkout')
      await payButton(stage.page).click()
      await stage.page.getByRole('alert').first().waitFor()
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
    open: async (stage) => {
      await openCheckout(stage)
      await stage.page.getByRole('button', { name: 'Shipping policy' }).click()
      await stage.page.getByRole('dialog').waitFor()
    },
  },
]
