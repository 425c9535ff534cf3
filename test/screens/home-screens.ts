import { heading } from '#test/support/shopper.ts'
import { PAID, PENDING } from './order-screens.ts'
import type { Screen, Walk } from './screen.ts'
import { fillCart, fillWishlist, MEMBER, signIn } from './shopper-state.ts'
import type { Stage } from './stage.ts'

/** Navigates to the home page from another screen, so that the browser fetches its content. */
async function walkHome(stage: Stage): Promise<void> {
  await stage.visit('/login')
  await stage.page.getByRole('link', { name: 'Jara, home' }).click()
  await stage.page.waitForURL((url) => url.pathname === '/')
}

const WISHES = ['Eko Boxy Tee', 'Lagoon FC Home Jersey', 'Palm Cross Slide', 'Balogun Market Tote']

const SCREENS: Screen[] = [
  {
    name: 'home/full',
    proves: ['1.9', '1.11', '1.12', '1.13', '1.14', '1.15', '2.24', '2.26', '2.27', '9.23'],
    shows: [
      'NG',
      'US',
      'UK',
      'UP TO 25% OFF NEW ARRIVALS',
      'New In',
      'SHOP NOW',
      'Save Up to 25%',
      'Not the fit, not the feeling? Send it back unworn and we’ll exchange it or refund you.',
      'Happiness Guaranteed',
      'Friendly, Fast Assistance',
      'Worry-Free Checkout',
      'Worldwide delivery',
      'Shop',
      'My Orders',
      'Wishlist',
    ],
    open: async ({ page, visit }) => {
      await visit('/')
      await heading(page, 'New In').waitFor()
    },
  },
  {
    name: 'home/failed',
    proves: ['2.32', '2.45', '2.52', '8.29'],
    shows: ['Failed to load products', 'Failed to load categories'],
    open: async (stage) => {
      await stage.fail('product?**')
      await stage.fail('app-data/categories')
      await walkHome(stage)
      await stage.page.getByText('Failed to load products').waitFor()
      await stage.page.getByText('Failed to load categories').waitFor()
    },
  },
  {
    name: 'home/empty',
    open: async (stage) => {
      await stage.respond('product?**', { products: [], total: 0, totalPages: 0 })
      await stage.respond('app-data/categories', ['BestSellers', 'NewIn'])
      await walkHome(stage)
      await stage.page.getByText('No products found').waitFor()
    },
  },
  {
    name: 'home/member',
    shows: ['Hi Ada'],
    open: async (stage) => {
      await signIn(stage)
      await stage.respond('order/my-orders', [PENDING, PAID])
      await fillCart(stage, [{ name: 'Eko Boxy Tee', quantity: 2 }])
      await fillWishlist(stage, WISHES)
      await stage.visit('/home')
      await heading(stage.page, 'On your wishlist').waitFor()
      await stage.page.getByText('Order #').first().waitFor()
      await stage.page.getByRole('article').nth(11).waitFor()
    },
  },
  {
    name: 'home/new-member-with-a-long-name',
    open: async (stage) => {
      await signIn(stage, { ...MEMBER, fullName: 'Oluwaseun-Temitope Adébáyọ̀' })
      await stage.visit('/home')
      await heading(stage.page, 'Hi Oluwaseun-Temitope').waitFor()
      await stage.page.getByRole('article').nth(11).waitFor()
    },
  },
  {
    name: 'home/member-loading',
    open: async (stage) => {
      await signIn(stage)
      await stage.hold('product?**')
      await stage.hold('order/my-orders')
      await stage.visit('/home')
      await heading(stage.page, 'Hi Ada').waitFor()
    },
  },
  {
    name: 'home/member-failed',
    open: async (stage) => {
      await signIn(stage)
      await stage.fail('product?**')
      await stage.fail('order/my-orders')
      await stage.visit('/home')
      await stage.page.getByText('Failed to load products').nth(1).waitFor()
    },
  },
]

export const HOME_WALKS = SCREENS.map((screen): Walk => [screen])
