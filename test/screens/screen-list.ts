import { ACCOUNT_SCREENS } from './account-screens.ts'
import { CHECKOUT_SCREENS } from './checkout-screens.ts'
import { HOME_SCREENS } from './home-screens.ts'
import { LISTING_SCREENS } from './listing-screens.ts'
import { ODD_SCREENS } from './odd-screens.ts'
import { ORDER_SCREENS } from './order-screens.ts'
import { OVERLAY_SCREENS } from './overlay-screens.ts'
import { PAYMENT_SCREENS } from './payment-screens.ts'
import { PRODUCT_SCREENS } from './product-screens.ts'
import { REVIEW_SCREENS } from './review-screens.ts'
import type { Screen } from './screen.ts'

/** Every screen of the shop in every state that the code can reach. */
export const SCREENS: readonly Screen[] = [
  ...HOME_SCREENS,
  ...LISTING_SCREENS,
  ...PRODUCT_SCREENS,
  ...OVERLAY_SCREENS,
  ...REVIEW_SCREENS,
  ...CHECKOUT_SCREENS,
  ...PAYMENT_SCREENS,
  ...ORDER_SCREENS,
  ...ACCOUNT_SCREENS,
  ...ODD_SCREENS,
]
