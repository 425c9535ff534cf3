import type { Page } from 'playwright-core'
import { heading, saidInPassing } from '#test/support/shopper.ts'
import { openReviews } from './review-screens.ts'
import { over, type Screen, type Walk } from './screen.ts'
import { LONG_NAME } from './screen-shop.ts'
import { fillWishlist } from './shopper-state.ts'
import { type Stage, visitProduct } from './stage.ts'

const choose = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

/** A product page right after it is opened. */
const untouched = (state: string, name: string, texts: Pick<Screen, 'shows' | 'lacks' | 'proves'>): Walk => [
  {
    name: `product/${state}`,
    ...texts,
    open: (stage) => visitProduct(stage, name),
  },
]

const FULL: Walk = [
  {
    name: 'product/full',
    proves: ['2.136'],
    shows: ['Share', '4.2', '(9)', 'In Stock', 'SELECT COLOR', 'Buy Now', 'You may also like'],
    open: async (stage) => {
      await fillWishlist(stage, ['Eko Boxy Tee'])
      await visitProduct(stage, 'Eko Boxy Tee')
    },
  },
  over({
    name: 'product/share',
    proves: ['2.159'],
    shows: ['WhatsApp', 'Facebook', 'Twitter', 'Instagram', 'Copy Link'],
    open: async ({ page }) => {
      await page.getByText('Share', { exact: true }).click()
      await page.getByRole('link', { name: 'WhatsApp' }).first().waitFor()
    },
  }),
  over({
    name: 'product/chosen-and-added',
    open: async ({ page }) => {
      await page.keyboard.press('Escape')
      await choose(page, 'rust')
      await choose(page, 'M')
      await page.getByRole('button', { name: 'ADD TO CART' }).click()
      await saidInPassing(page, 'Added to Cart').waitFor()
    },
  }),
  over({
    name: 'reviews/guest',
    proves: ['2.150', '2.155', '5.32', '6.1'],
    shows: ['Reviews for Eko Boxy Tee', 'Please log in to write a review.'],
    lacks: ['Write a Review', 'Delete'],
    open: async (stage) => {
      await openReviews(stage)
      await stage.page.getByText('Please log in to write a review.').waitFor()
    },
  }),
]

/** Opens a product from a list, so that the browser fetches it. */
async function walkToProduct({ page, hold, visit }: Stage): Promise<void> {
  await hold('product/*')
  await visit('/products?search=puffer')
  await page.getByRole('article').first().getByRole('link').first().click()
  await page.getByText('Loading product', { exact: true }).waitFor({ state: 'attached' })
}

const NOT_LOADED: Walk = [
  { name: 'product/loading', proves: ['2.130'], open: walkToProduct },
  {
    name: 'product/not-loaded',
    proves: ['2.131', '8.30'],
    shows: ['Product not found', 'Back to Products', 'Try Again'],
    complaint: /ApiError/,
    open: async ({ page, release }) => {
      release(429)
      await heading(page, 'Product not found').waitFor()
    },
  },
]

const MISSING: Walk = [
  {
    name: 'product/not-found',
    shows: ['Product not found', 'Back to Products'],
    open: async ({ page, visit }) => {
      await visit('/products/none-such')
      await heading(page, 'Product not found').waitFor()
    },
  },
]

export const PRODUCT_WALKS = [
  FULL,
  untouched('dear-with-a-long-name', LONG_NAME, {
    proves: ['2.139'],
    shows: ['ADD TO CART', '₦1,222,067.50', '₦1,234,567.50', 'Only 4 left'],
    lacks: ['0.0', '(0)'],
  }),
  untouched('sold-out', 'Kampala Tie-Dye Tee', { shows: ['OUT OF STOCK'], lacks: ['Buy Now'] }),
  untouched('without-picture', 'Unphotographed Sample', { shows: ['No image available', 'Only 2 left'] }),
  NOT_LOADED,
  MISSING,
]
