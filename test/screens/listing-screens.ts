import { heading } from '#test/support/shopper.ts'
import type { Walk } from './screen.ts'
import { LONG_NAME } from './screen-shop.ts'

const PAGES: Walk[] = [
  [
    {
      name: 'listing/dearest',
      proves: ['2.4', '2.118'],
      shows: ['All Merch', 'NEW IN', 'BEST SELLERS', LONG_NAME],
      lacks: ['Failed to load products', 'No products found'],
      open: async ({ page, visit }) => {
        await visit('/products?minPrice=18500&page=2&sortBy=price-low-high')
        await page.getByRole('link', { name: 'Previous page' }).waitFor()
        await page.getByText('₦1,222,067.50').waitFor()
      },
    },
  ],
  [
    {
      name: 'listing/full',
      open: async ({ page, visit }) => {
        await visit('/products')
        await page.getByRole('article').nth(47).waitFor()
      },
    },
  ],
  [
    {
      name: 'listing/many-filters',
      open: async ({ page, visit }) => {
        await visit('/products?color=black,white&size=M,L&inStock=true&minPrice=5000&maxPrice=90000')
        await page.getByRole('article').first().waitFor()
      },
    },
  ],
]

const EMPTY: Walk = [
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
    name: 'listing/failed',
    proves: ['2.127'],
    shows: ['NEW IN', 'TEES', 'Failed to load products', 'Try Again'],
    open: async ({ page, fail }) => {
      await fail('product?**')
      await page.getByRole('main').getByRole('link', { name: 'Clear Filters' }).last().click()
      await heading(page, 'Failed to load products').waitFor()
    },
  },
]

/** From the home page, so that the browser fetches the list. */
const LOADING: Walk = [
  {
    name: 'listing/loading',
    open: async ({ page, hold, visit }) => {
      await hold('product?**')
      await visit('/')
      await page.getByRole('link', { name: 'SHOP NOW' }).first().click()
      await page.getByText('Loading products').waitFor({ state: 'attached' })
    },
  },
]

export const LISTING_WALKS = [...PAGES, EMPTY, LOADING]
