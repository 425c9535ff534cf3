import { ShopError } from '#shared/errors.ts'

const FAILED = 'Failed to initialize payment. Please try again.'
const BUSY_RETRY_S = 5
const UNAVAILABLE_RETRY_S = 30

/** Another call is starting this checkout and took longer than a caller may wait. */
export function checkoutBusy(): ShopError {
  const message = 'This checkout is being processed. Please try again in a moment.'
  return new ShopError('CHECKOUT_BUSY', message, { retryAfterS: BUSY_RETRY_S })
}

/** The breaker is open: the provider is not asked at all. */
export function providerUnavailable(): ShopError {
  return new ShopError('UNAVAILABLE', FAILED, { retryAfterS: UNAVAILABLE_RETRY_S })
}

/** The provider was asked and returned no page. */
export function providerFailed(): ShopError {
  return new ShopError('PROVIDER_FAILED', FAILED)
}
