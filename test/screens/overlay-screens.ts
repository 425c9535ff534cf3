import type { Page } from 'playwright-core'
import { saidInPassing } from '#test/support/shopper.ts'
import { LONG_NAME } from './product-screens.ts'
import { over, type Screen } from './screen.ts'
import { fillCart, fillWishlist, signIn } from './shopper-state.ts'
import type { Stage } from './stage.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

async function openCart({ page, visit }: Stage): Promise<void> {
  await visit('/')
  await page.getByRole('button', { name: /^Cart/ }).click()
  await dialog(page, /^Shopping Cart/).waitFor()
}

async function openWishlist({ page, visit }: Stage): Promise<void> {
  await visit('/')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Wishlist/ })
    .click()
  await dialog(page, /^Wishlist/).waitFor()
}

async function openQuickView(stage: Stage, name: string): Promise<void> {
  const { page } = stage
  const search = new URLSearchParams({ search: name })
  await stage.visit(`/products?${search}`)
  const button = page.getByRole('button', { name: `${name}: quick view` })
  await button.focus()
  await button.click()
  await page.getByRole('dialog').waitFor()
}

/** The quick view of a product, once it has this button. */
const quickViewWith = (button: string, name: string) => async (stage: Stage) => {
  await openQuickView(stage, name)
  await stage.page.getByRole('button', { name: button }).waitFor()
}

async function openMenu(stage: Stage): Promise<void> {
  await stage.visit('/products?category=Tees')
  await stage.page.getByRole('button', { name: 'Menu' }).click()
  await dialog(stage.page, 'Menu').waitFor()
}

async function search(stage: Stage, text: string): Promise<void> {
  await stage.visit('/')
  await stage.page.getByRole('combobox', { name: 'Search products' }).fill(text)
}

const CART: Screen[] = [
  over({
    name: 'cart/empty',
    proves: ['2.61', '2.62'],
    shows: [
      'Shopping Cart (0)',
      'Review your items before checkout',
      'Your cart is empty',
      'Add some products to get started',
    ],
    open: openCart,
  }),
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
        { name: 'Eko Boxy Tee', quantity: 2 },
        { name: 'Danfo Stripe Tee' },
        { name: 'Zobo Perfume Oil', quantity: 12 },
      ])
      await openCart(stage)
    },
  }),
  over({
    name: 'cart/dear-and-long',
    open: async (stage) => {
      await fillCart(stage, [
        { name: 'Eyo Procession Beaded Agbada' },
        { name: LONG_NAME, quantity: 3 },
        { name: 'Unphotographed Sample' },
        {
          name: 'Third Mainland Bridge After Midnight Heavyweight Long-Sleeve Graphic Tee',
          quantity: 12,
        },
      ])
      await openCart(stage)
    },
  }),
  over({
    name: 'cart/line-removed',
    proves: ['8.22'],
    shows: ['Item Removed', 'Item has been removed from your cart.'],
    open: async (stage) => {
      await fillCart(stage, [{ name: 'Eko Boxy Tee' }, { name: 'Danfo Stripe Tee' }])
      await openCart(stage)
      await stage.page.getByRole('button', { name: /^Remove Eko Boxy Tee/ }).click()
      await saidInPassing(stage.page, 'Item Removed').waitFor()
    },
  }),
]

const WISHLIST: Screen[] = [
  over({
    name: 'wishlist/empty',
    proves: ['2.72', '2.73'],
    shows: [
      'Wishlist (0)',
      'Your favorite products',
      'Your wishlist is empty',
      'Add products you love to save them for later',
    ],
    open: openWishlist,
  }),
  over({
    name: 'wishlist/full',
    proves: ['2.71'],
    shows: ['Wishlist (4)', 'Out of Stock', 'Clear Wishlist'],
    open: async (stage) => {
      await fillWishlist(stage, [
        'Eko Boxy Tee',
        'Kampala Tie-Dye Tee',
        LONG_NAME,
        'Eyo Procession Beaded Agbada',
      ])
      await openWishlist(stage)
      await stage.page.getByRole('button', { name: 'Out of Stock' }).waitFor()
    },
  }),
]

const QUICK_VIEW: Screen[] = [
  over({
    name: 'quick-view/full',
    proves: ['2.88'],
    shows: ['Danfo Stripe Tee', '₦13,600', '₦16,000', 'SELECT COLOR'],
    open: quickViewWith('SELECT COLOR', 'Danfo Stripe Tee'),
  }),
  over({
    name: 'quick-view/sold-out',
    proves: ['2.98'],
    shows: ['OUT OF STOCK'],
    open: quickViewWith('OUT OF STOCK', 'Kampala Tie-Dye Tee'),
  }),
  over({
    name: 'quick-view/without-picture',
    proves: ['2.87'],
    shows: ['No image available'],
    open: async (stage) => {
      await openQuickView(stage, 'Unphotographed Sample')
      await stage.page.getByText('No image available').waitFor()
    },
  }),
  over({
    name: 'quick-view/many-tags',
    proves: ['2.91', '9.16'],
    shows: ['handmade', 'occasion', 'limited', '+2'],
    open: quickViewWith('ADD TO CART', 'Eyo Procession Beaded Agbada'),
  }),
  over({
    name: 'quick-view/loading',
    open: async (stage) => {
      await stage.hold('product/*')
      await openQuickView(stage, 'Danfo Stripe Tee')
      await stage.page.getByText('Loading product', { exact: true }).waitFor({ state: 'attached' })
    },
  }),
  over({
    name: 'quick-view/failed',
    open: async (stage) => {
      await stage.fail('product/*')
      await openQuickView(stage, 'Danfo Stripe Tee')
      await stage.page.getByText('Product not found').waitFor()
    },
  }),
]

const MENU_AND_FILTERS: Screen[] = [
  over({
    name: 'menu/guest',
    proves: ['2.37', '2.43'],
    only: 'small',
    shows: ['Home', 'Products', 'My Orders', 'Login / Signup'],
    open: openMenu,
  }),
  over({
    name: 'menu/member',
    proves: ['2.37', '2.38', '2.40'],
    only: 'small',
    shows: ['My Orders', 'Hi Ada', 'Logout'],
    open: async (stage) => {
      await signIn(stage)
      await openMenu(stage)
      await dialog(stage.page, 'Menu').getByText('Hi Ada').waitFor()
    },
  }),
  over({
    name: 'filters/open',
    only: 'small',
    open: async ({ page, visit }) => {
      await visit('/products?color=black')
      await page.getByRole('button', { name: /^Filters/ }).click()
      await dialog(page, 'Filters').waitFor()
    },
  }),
]

const SEARCH: Screen[] = [
  over({
    name: 'search/results',
    open: async (stage) => {
      await search(stage, 'tee')
      await stage.page.getByRole('option').nth(4).waitFor()
    },
  }),
  over({
    name: 'search/searching',
    proves: ['2.57'],
    shows: ['Searching...'],
    open: async (stage) => {
      await stage.hold('product?*search=*')
      await search(stage, 'hoodie')
      await stage.page.getByText('Searching...').waitFor()
    },
  }),
  over({
    name: 'search/nothing',
    proves: ['2.58'],
    shows: ['No products found'],
    open: async (stage) => {
      await search(stage, 'snowshoe')
      await stage.page.getByText('No products found').waitFor()
    },
  }),
  over({
    name: 'search/failed',
    open: async (stage) => {
      await stage.fail('product?*search=*')
      await search(stage, 'hoodie')
      await stage.page.getByText(/^Search is not responding/).waitFor()
    },
  }),
]

export const OVERLAY_SCREENS = [...CART, ...WISHLIST, ...QUICK_VIEW, ...MENU_AND_FILTERS, ...SEARCH]
