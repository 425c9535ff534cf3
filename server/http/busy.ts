import { ShopError } from '#shared/errors.ts'

const RETRY_S = 2

/** More is asked of the shop than it can do now. A `cause` is logged where this becomes a response. */
export function shopBusy(cause?: unknown): ShopError {
  const message = 'The shop is very busy. Please try again in a moment.'
  return new ShopError('UNAVAILABLE', message, { retryAfterS: RETRY_S, cause })
}
