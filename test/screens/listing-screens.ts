import { heading } from '#test/support/shopper.ts'
import type { Screen } from './screen.ts'
import type { Stage } from './stage.ts'

/** Navigates to the listing from the home page, so that the browser fetches its list. */
async function walkToListing({ visit, page }: Stage): Promise<void> {
  await visit('/')
  await page.getByRole('link', { name: 'SHOP NOW' }).first().click()
}

export const LISTING_SCREENS: Screen[] = [
  {
    name: 'listing/full',
    proves: ['2.4'],
    shows: ['All Merch'],
    lacks: ['Failed to load products', 'No products found'],
    open: async ({ page, visit }) => {
      await visit('/products')
      await page.getByRole('article').nth(47).waitFor()
    },
  },
  {
    name: 'listing/last-page',
    open: async ({ page, visit }) => {
      await visit('/products?page=2')
      await page.getByRole('link', { name: 'Previous page' }).waitFor()
    },
  },
  {
    name: 'listing/new-in',
    proves: ['2.118'],
    shows: ['NEW IN', 'BEST SELLERS'],
    open: async ({ page, visit }) => {
      await visit('/products?tag=NewIn&sortBy=price-low-high')
      await page.getByRole('article').first().waitFor()
    },
  },
  {
    name: 'listing/many-filters',
    open: async ({ page, visit }) => {
      await visit('/products?color=black,white&size=M,L&inStock=true&minPrice=5000&maxPrice=90000')
      await page.getByRole('article').first().waitFor()
    },
  },
  {
    name: 'listing/one-product',
    open: async ({ page, visit }) => {
      await visit('/products?search=agbada+beaded')
      await page.getByText('₦1,234,567.50').waitFor()
    },
  },
  {
    name: 'listing/long-names',
    open: async ({ page, visit }) => {
      await visit('/products?category=Jackets')
      await page.getByText(/^Onitshamain/).waitFor()
    },
  },
  {
    name: 'listing/empty',
    proves: ['2.129'],
    shows: ['No products found', 'Try adjusting your filters or search terms', 'Clear Filters'],
    open: async ({ page, visit }) => {
      await visit('/products?search=snowshoe&size=M')
      await heading(page, 'No products found').waitFor()
    },
  },
  {
    name: 'listing/loading',
    open: async (stage) => {
      await stage.hold('product?**')
      await walkToListing(stage)
      await stage.page.getByText('Loading products').waitFor({ state: 'attached' })
    },
  },
  {
    name: 'listing/failed',
    proves: ['2.127'],
    shows: ['New In', 'TEES', 'Failed to load products', 'Try Again'],
    open: async (stage) => {
      await stage.fail('product?**')
      await walkToListing(stage)
      await heading(stage.page, 'Failed to load products').waitFor()
    },
  },
  {
    name: 'listing/filter-failed',
    shows: ['Tees', 'NEW IN', 'Failed to load products', 'Try Again'],
    open: async (stage) => {
      await stage.visit('/products?category=Tees&size=M')
      await stage.fail('product?**')
      await stage.page.getByRole('link', { name: 'Remove filter Size M' }).click()
      await heading(stage.page, 'Failed to load products').waitFor()
    },
  },
]
