import { HOUR_MS, MINUTE_MS } from './duration.ts'

/** Numbers from the specification and the contract, in one place. The names contain the units. */

export const SEARCH_MIN_CHARS = 2
export const SEARCH_RESULT_LIMIT = 5
export const SEARCH_MAX_CHARS = 100
export const NEW_IN_LIMIT = 6
/** A tag is offered among the filters once so many products carry it. */
export const TAG_LISTED_MIN_PRODUCTS = 3
export const PAGE_SIZE = 48
export const PAGE_SIZE_MAX = 100
export const SKELETON_CARDS = 15
export const CARD_PICTURES = 2
export const RELATED_PRODUCTS = 5
export const PRICE_FILTER_MAX_NAIRA = 1_000_000
export const PRICE_FILTER_STEP_NAIRA = 10
export const LOW_STOCK_MAX = 10
export const QUICK_VIEW_TAGS = 3
export const CAROUSEL_MS = 3_000
export const QUERY_CACHE_MS = 60_000
export const CODE_MINUTES = 10
/** How long the browser treats a response as current (server/product/api.ts). */
export const QUERY_FRESH_MS = 30_000

/** Of a reason, which stays in the audit log. */
export const REASON_MAX_CHARS = 200

export const LINES_MAX = 50
export const LINE_QUANTITY_MAX = 20
/** How many products one check of a cart may name. */
export const CHECKED_PRODUCTS_MAX = 100
export const HELD_UNITS_PER_SHOPPER_MAX = 40
export const LIVE_ORDERS_PER_SHOPPER_MAX = 3
export const HOLD_MS = 30 * MINUTE_MS
export const HOLD_IN_FLIGHT_EXTRA_MS = 15 * MINUTE_MS
export const HOLD_IN_FLIGHT_MAX_MS = 2 * HOUR_MS
/** Where bank transfer or USSD is accepted, which settle long after the payer has left the page. */
export const HOLD_IN_FLIGHT_TRANSFER_MAX_MS = 8 * HOUR_MS
export const HOLD_UNREACHABLE_RETRY_MS = 5 * MINUTE_MS
export const HOLD_UNREACHABLE_MAX_MS = 4 * HOUR_MS

export const OTP_DIGITS = 6
export const RESEND_COOLDOWN_S = 30
export const NAME_MIN_CHARS = 2
export const PASSWORD_MIN_CHARS = 8
export const PASSWORD_MAX_CHARS = 128
export const PASSKEY_NAME_MAX_CHARS = 60
/** How long a one-time link for staff works. */
export const LINK_HOURS = 24
export const REVIEW_COMMENT_MAX_CHARS = 2_000
/** How long a receipt's link works, in a mail or after paying. */
export const RECEIPT_DAYS = 90
/** A member's addresses, the latest. */
export const ADDRESSES_LISTED_MAX = 20
/**
 * So many days after the day of delivery a buyer can ask to send something back. The shop's own promise, which
 * pages/returns.md tells; the law (FCCPA 2018) only speaks of a reasonable time.
 */
export const RETURN_DAYS = 7
/** Of a buyer who asks to send something back, and of the shop's answer. */
export const RETURN_WORDS_MAX_CHARS = 500
/** Of what a buyer wants to send back. */
export const RETURN_PHOTOS_MAX = 3
/** What the shop takes; its own form sends less, so that it arrives on a slow line. */
export const RETURN_PHOTO_MAX_BYTES = 1_000_000
/** So long photos are kept: by then no bank asks for them any more. */
export const RETURN_PHOTO_DAYS = 180
/** How long the size that a buyer gets in exchange is held for them, until what they send back is here. */
export const EXCHANGE_HELD_DAYS = 14
export const COURIER_MAX_CHARS = 60
/** Of a number, or of a link of a rider's app. */
export const TRACKING_MAX_CHARS = 300
/** A page of a list in the admin. */
export const ADMIN_LIST_SIZE = 30
export const ADMIN_LIST_MAX = 100
/** Orders of a list that are ticked to do something with all of them. */
export const SELECTED_ORDERS_MAX = 100
/** Of a note about an order, and notes of one order. */
export const NOTE_MAX_CHARS = 1_000
export const ORDER_NOTES_MAX = 50
/** Filters of orders that a member of staff has saved. */
export const SAVED_FILTERS_MAX = 20
export const FILTER_NAME_MAX_CHARS = 40
/** Orders that are packed, or sent, from one screen. */
export const PACK_LIST_MAX = 50
/** My Orders holds only this many, the newest. */
export const ORDERS_LISTED_MAX = 100
/** A product's list holds only this many, the newest. */
export const REVIEWS_LISTED_MAX = 500
export const REVIEWS_SHOWN_INLINE = 2
