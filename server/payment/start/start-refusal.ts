import { randomInt } from 'node:crypto'
import { ShopError } from '#shared/errors.ts'
import { BREAKER_OPEN_MS } from '../connection/breaker.ts'

const FAILED = 'Failed to initialize payment. Please try again.'
const BUSY_RETRY_S = 5
const QUEUE_RETRY_S = { least: 5, most: 15 }

/** Another call is starting this checkout and took longer than a caller may wait. */
export function checkoutBusy(): ShopError {
  const message = 'This checkout is being processed. Please try again in a moment.'
  return new ShopError('CHECKOUT_BUSY', message, { retryAfterS: BUSY_RETRY_S })
}

/** More shoppers are starting payments than the shop can serve. They are asked back at different times. */
export function tooManyStarts(): ShopError {
  const message = 'Very many people are checking out right now. Your cart is kept.'
  const { least, most } = QUEUE_RETRY_S
  return new ShopError('RATE_LIMITED', message, { retryAfterS: randomInt(least, most + 1) })
}

/** The breaker is open: the provider is not asked at all. */
export function providerUnavailable(): ShopError {
  return new ShopError('PROVIDER_FAILED', FAILED, { retryAfterS: BREAKER_OPEN_MS / 1000 })
}

/** The provider was asked and returned no page. */
export function providerFailed(): ShopError {
  return new ShopError('PROVIDER_FAILED', FAILED)
}
