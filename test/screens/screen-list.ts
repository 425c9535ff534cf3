import { ACCOUNT_WALKS } from './account-screens.ts'
import { CHECKOUT_WALKS } from './checkout-screens.ts'
import { HOME_WALKS } from './home-screens.ts'
import { LISTING_WALKS } from './listing-screens.ts'
import { ODD_WALKS } from './odd-screens.ts'
import { ORDER_WALKS } from './order-screens.ts'
import { OVERLAY_WALKS } from './overlay-screens.ts'
import { PAYMENT_WALKS } from './payment-screens.ts'
import { PRODUCT_WALKS } from './product-screens.ts'
import { REVIEW_WALKS } from './review-screens.ts'
import type { Walk } from './screen.ts'
import { TEXT_PAGE_WALKS } from './text-page-screens.ts'

/** Every screen of the shop in every state that the code can reach. */
export const WALKS: readonly Walk[] = [
  ...HOME_WALKS,
  ...LISTING_WALKS,
  ...PRODUCT_WALKS,
  ...OVERLAY_WALKS,
  ...REVIEW_WALKS,
  ...CHECKOUT_WALKS,
  ...PAYMENT_WALKS,
  ...ORDER_WALKS,
  ...ACCOUNT_WALKS,
  ...TEXT_PAGE_WALKS,
  ...ODD_WALKS,
]
