import type { Page } from 'playwright-core'
import { payButton, saidInPassing } from '#test/support/shopper.ts'
import { over, type Walk } from './screen.ts'
import { LONG_NAME } from './screen-shop.ts'
import { fillCart, fillWishlist } from './shopper-state.ts'
import type { Stage } from './stage.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** Opens a panel from the banner, once the one before it is closed. */
async function openPanel({ page }: Stage, name: 'Cart' | 'Wishlist' | 'Menu'): Promise<void> {
  await close(page)
  await page
    .getByRole('banner')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()
  await page.getByRole('dialog').waitFor()
}

async function close(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** On the page with the least below the banner. */
const GUEST: Walk = [
  over({
    name: 'cart/empty',
    proves: ['2.61', '2.62'],
    shows: [
      'Shopping Cart (0)',
      'Review your items before checkout',
      'Your cart is empty',
      'Add some products to get started',
    ],
    open: async (stage) => {
      await stage.visit('/login')
      await openPanel(stage, 'Cart')
    },
  }),
  over({
    name: 'wishlist/empty',
    proves: ['2.72', '2.73'],
    shows: [
      'Wishlist (0)',
      'Your favorite products',
      'Your wishlist is empty',
      'Add products you love to save them for later',
    ],
    open: (stage) => openPanel(stage, 'Wishlist'),
  }),
  over({
    name: 'menu/guest',
    proves: ['2.37', '2.43'],
    only: 'small',
    shows: ['Home', 'Products', 'My Orders', 'Login / Signup'],
    open: (stage) => openPanel(stage, 'Menu'),
  }),
]

const CART: Walk = [
  over({
    name: 'cart/full',
    proves: ['2.60', '2.63', '2.64', '2.67'],
    shows: [
      'Shopping Cart (15)',
      'Eko Boxy Tee',
      'black - M',
      '₦18,500',
      'Total',
      'Proceed to Checkout',
      'Clear Cart',
    ],
    open: async (stage) => {
      await fillCart(stage, [
        { name: 'Eko Boxy Tee' },
        { name: LONG_NAME },
        { name: 'Unphotographed Sample' },
        { name: 'Zobo Perfume Oil', quantity: 12 },
      ])
      await fillWishlist(stage, [
        'Eko Boxy Tee',
        'Kampala Tie-Dye Tee',
        LONG_NAME,
        'Third Mainland Bridge After Midnight Heavyweight Long-Sleeve Graphic Tee',
      ])
      await stage.hold('app-data/shipping-addresses')
      await stage.visit('/login')
      await openPanel(stage, 'Cart')
    },
  }),
  over({
    name: 'wishlist/full',
    proves: ['2.71', '2.75'],
    shows: ['Wishlist (4)', 'Out of Stock', 'Clear Wishlist'],
    open: async (stage) => {
      await openPanel(stage, 'Wishlist')
      await stage.page.getByRole('button', { name: 'Out of Stock', disabled: true }).waitFor()
    },
  }),
  over({
    name: 'cart/line-removed',
    proves: ['8.22'],
    shows: ['Item Removed', 'Item has been removed from your cart.'],
    open: async (stage) => {
      const { page } = stage
      await openPanel(stage, 'Cart')
      await page.getByRole('button', { name: /^Remove Eko Boxy Tee/ }).click()
      await saidInPassing(page, 'Item Removed').waitFor()
    },
  }),
  {
    name: 'checkout/places-loading',
    proves: ['2.172'],
    shows: ['Loading shipping locations...'],
    open: async ({ page }) => {
      await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
      await payButton(page).waitFor()
      await page.getByText('Loading shipping locations...').waitFor()
    },
  },
  {
    name: 'checkout/places-failed',
    proves: ['2.173', '8.31'],
    shows: ['Failed to load shipping locations'],
    open: async ({ page, release }) => {
      release()
      await page.getByText('Failed to load shipping locations').waitFor()
    },
  },
]

const openQuickView = async ({ page }: Stage, name: string) => {
  const button = page.getByRole('button', { name: `${name}: quick view` })
  await button.focus()
  await button.click()
  await page.getByRole('dialog').waitFor()
}

/** The next quick view, once it has this button. */
const quickViewWith = (button: string, name: string) => async (stage: Stage) => {
  await close(stage.page)
  await openQuickView(stage, name)
  await stage.page.getByRole('button', { name: button }).waitFor()
}

const QUICK_VIEW: Walk = [
  over({
    name: 'quick-view/full',
    proves: ['2.88'],
    shows: ['Danfo Stripe Tee', '₦13,600', '₦16,000', 'SELECT COLOR'],
    open: async (stage) => {
      await stage.visit('/products?category=Tees')
      await quickViewWith('SELECT COLOR', 'Danfo Stripe Tee')(stage)
    },
  }),
  over({
    name: 'quick-view/sold-out',
    proves: ['2.98'],
    shows: ['OUT OF STOCK'],
    open: quickViewWith('OUT OF STOCK', 'Kampala Tie-Dye Tee'),
  }),
  over({
    name: 'quick-view/without-picture',
    proves: ['2.87', '2.91', '9.16'],
    shows: ['No image available', 'handmade', 'occasion', 'limited', '+2'],
    open: quickViewWith('ADD TO CART', 'Unphotographed Sample'),
  }),
  over({
    name: 'quick-view/loading',
    open: async (stage) => {
      await stage.hold('product/*')
      await close(stage.page)
      await openQuickView(stage, 'Eko Boxy Tee')
      await stage.page.getByText('Loading product', { exact: true }).waitFor({ state: 'attached' })
    },
  }),
  over({
    name: 'quick-view/failed',
    open: async ({ page, release }) => {
      release()
      await page.getByText('Product not found').waitFor()
    },
  }),
  over({
    name: 'filters/open',
    only: 'small',
    open: async ({ page }) => {
      await close(page)
      await page.getByRole('button', { name: /^Filters/ }).click()
      await dialog(page, 'Filters').waitFor()
    },
  }),
]

const fillSearch = ({ page }: Stage, text: string) =>
  page.getByRole('combobox', { name: 'Search products' }).fill(text)

const SEARCH: Walk = [
  over({
    name: 'search/results',
    open: async (stage) => {
      await stage.visit('/login')
      await fillSearch(stage, 'tee')
      await stage.page.getByRole('option').nth(4).waitFor()
    },
  }),
  over({
    name: 'search/nothing',
    proves: ['2.58'],
    shows: ['No products found'],
    open: async (stage) => {
      await fillSearch(stage, 'snowshoe')
      await stage.page.getByText('No products found').waitFor()
    },
  }),
  over({
    name: 'search/searching',
    proves: ['2.57'],
    shows: ['Searching...'],
    open: async (stage) => {
      await stage.hold('product?*search=*')
      await fillSearch(stage, 'hoodie')
      await stage.page.getByText('Searching...').waitFor()
    },
  }),
  over({
    name: 'search/failed',
    open: async ({ page, release }) => {
      release()
      await page.getByText(/^Search is not responding/).waitFor()
    },
  }),
]

export const OVERLAY_WALKS = [GUEST, CART, QUICK_VIEW, SEARCH]
