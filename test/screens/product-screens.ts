import type { Page } from 'playwright-core'
import { heading, saidInPassing } from '#test/support/shopper.ts'
import type { Screen } from './screen.ts'
import { fillWishlist } from './shopper-state.ts'
import type { Stage } from './stage.ts'

export async function visitProduct(stage: Stage, name: string): Promise<void> {
  const { id } = await stage.shop.find(name)
  await stage.visit(`/products/${id}`)
  await heading(stage.page, name).first().waitFor()
}

const choose = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()

/** A product page right after it is opened. */
const untouched = (
  state: string,
  name: string,
  texts: Pick<Screen, 'shows' | 'lacks' | 'proves'>,
): Screen => ({
  name: `product/${state}`,
  ...texts,
  open: (stage) => visitProduct(stage, name),
})

/** Navigates to a product from the home page, so that the browser fetches it. */
async function walkToProduct({ visit, page }: Stage): Promise<void> {
  await visit('/')
  await page.getByRole('article').first().getByRole('link').click()
}

export const PRODUCT_SCREENS: Screen[] = [
  untouched('full', 'Eko Boxy Tee', {
    proves: ['2.136'],
    shows: ['Share', '4.2', '(9)', 'In Stock', 'SELECT COLOR', 'Buy Now', 'You may also like'],
  }),
  untouched('discounted', 'Danfo Stripe Tee', {
    proves: ['2.139'],
    shows: ['₦13,600', '₦16,000'],
    lacks: ['0.0', '(0)'],
  }),
  untouched('sold-out', 'Kampala Tie-Dye Tee', { shows: ['OUT OF STOCK'], lacks: ['Buy Now'] }),
  untouched('dear', 'Eyo Procession Beaded Agbada', {
    shows: ['ADD TO CART', '₦1,234,567.50', 'Only 1 left'],
  }),
  untouched('without-picture', 'Unphotographed Sample', { shows: ['No image available', 'Only 2 left'] }),
  untouched('few-left', 'Owambe Eau de Parfum', { shows: ['ADD TO CART', 'Only 3 left'] }),
  {
    name: 'product/long-name',
    open: async (stage) => {
      await stage.visit(`/products/${(await stage.shop.find(LONG_NAME)).id}`)
      await stage.page.getByText('Only 4 left').waitFor()
    },
  },
  {
    name: 'product/chosen-and-added',
    isOver: true,
    open: async (stage) => {
      await fillWishlist(stage, ['Eko Boxy Tee'])
      await visitProduct(stage, 'Eko Boxy Tee')
      await choose(stage.page, 'rust')
      await choose(stage.page, 'M')
      await stage.page.getByRole('button', { name: 'ADD TO CART' }).click()
      await saidInPassing(stage.page, 'Added to Cart').waitFor()
    },
  },
  {
    name: 'product/share',
    proves: ['2.159'],
    shows: ['WhatsApp', 'Facebook', 'Twitter', 'Instagram', 'Copy Link'],
    open: async (stage) => {
      await visitProduct(stage, 'Eko Boxy Tee')
      await stage.page.getByText('Share', { exact: true }).click()
      await stage.page.getByRole('link', { name: 'WhatsApp' }).first().waitFor()
    },
    isOver: true,
  },
  {
    name: 'product/loading',
    proves: ['2.130'],
    open: async (stage) => {
      await stage.hold('product/*')
      await walkToProduct(stage)
      await stage.page.getByText('Loading product').waitFor({ state: 'attached' })
    },
  },
  {
    name: 'product/not-found',
    proves: ['2.131', '8.30'],
    shows: ['Product not found', 'Back to Products'],
    open: async ({ page, visit }) => {
      await visit('/products/none-such')
      await heading(page, 'Product not found').waitFor()
    },
  },
  {
    name: 'product/not-loaded',
    shows: ['Product not found', 'Back to Products', 'Try Again'],
    complaint: /ApiError/,
    open: async (stage) => {
      await stage.fail('product/*', 429)
      await walkToProduct(stage)
      await heading(stage.page, 'Product not found').waitFor()
    },
  },
]

export const LONG_NAME =
  'Onitshamainmarketpatchworkreversibleovercoat with Detachable Hood, Storm Flap and Seven Pockets'
