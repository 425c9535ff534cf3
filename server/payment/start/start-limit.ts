import { randomInt } from 'node:crypto'
import type { Database } from '#server/db/connection.ts'
import type { Settings } from '#server/dependencies.ts'
import { createRateLimiter, type GiveBack } from '#server/http/rate-limit.ts'
import { countLiveOrders, type LiveOrders } from '#server/order/store.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/duration.ts'
import { ShopError } from '#shared/errors.ts'
import { HELD_UNITS_PER_SHOPPER_MAX, LIVE_ORDERS_PER_SHOPPER_MAX } from '#shared/limits.ts'
import { BREAKER_OPEN_MS } from '../connection/breaker.ts'
import type { ShopperRequest } from './checkout-request.ts'

const STARTS = [
  { max: 5, windowMs: MINUTE_MS },
  { max: 20, windowMs: HOUR_MS },
] as const

/** The same limits as for verifying: per payment, and per client address. */
const EDITS_PER_CHECKOUT = { max: 20, windowMs: MINUTE_MS }
const EDITS_PER_ADDRESS = { max: 300, windowMs: MINUTE_MS }

/** Whose orders a limit counts: a member's, a browser's, or, of a program that keeps no cookies, those of a network for an e-mail address. */
export type Actor = { userId: string } | { device: string } | { startedFrom: string; email: string }

export function actorOf({
  userId,
  device,
  startedFrom,
  email,
}: Pick<ShopperRequest, 'userId' | 'device' | 'startedFrom' | 'email'>): Actor {
  if (userId !== null) return { userId }
  return device.isNew ? { startedFrom, email } : { device: device.id }
}

/**
 * 5 a minute and 20 an hour for each who acts, never for an e-mail address alone, which a stranger may name as well. The counter's row
 * stays locked until the transaction ends, so from here on parallel starts of one shopper run one at a time; checkLiveLimits
 * depends on it.
 */
export async function countStart(
  tx: Database,
  settings: Settings,
  request: ShopperRequest,
  now: Date,
): Promise<GiveBack> {
  return createRateLimiter(tx, settings, now)('start', JSON.stringify(actorOf(request)), ...STARTS)
}

/**
 * 20 a minute per checkout and 300 per client address. Before an order is replaced it is verified with the provider;
 * that happens before an attempt is counted, and the order stays after a refused edit, so nothing else limits these calls.
 */
export async function countEdit(
  db: Database,
  settings: Settings,
  { checkoutId, startedFrom }: { checkoutId: string; startedFrom: string },
  now: Date,
): Promise<void> {
  const countTry = createRateLimiter(db, settings, now)
  await countTry('edit by checkout', checkoutId, EDITS_PER_CHECKOUT)
  await countTry('edit by address', startedFrom, EDITS_PER_ADDRESS)
}

/** Limits on orders awaiting payment: 3 orders and 40 pieces for each who acts. */
export async function checkLiveLimits(
  tx: Database,
  settings: Settings,
  request: ShopperRequest,
  units: number,
  now: Date,
): Promise<void> {
  if (units > HELD_UNITS_PER_SHOPPER_MAX) {
    const message = `At most ${HELD_UNITS_PER_SHOPPER_MAX} items in one order, please.`
    throw new ShopError('VALIDATION', message, { fields: { items: message } })
  }
  if (!settings.rateLimits) return
  const own = await countLiveOrders(tx, actorOf(request), request.checkoutId)
  if (own.orders >= LIVE_ORDERS_PER_SHOPPER_MAX) {
    refuse(own, `You have ${own.orders} orders waiting for payment. Please finish one of them first.`, now)
  }
  if (own.units + units > HELD_UNITS_PER_SHOPPER_MAX) {
    refuse(own, 'Your other orders that wait for payment hold too many items. Please finish them first.', now)
  }
}

function refuse({ firstHoldEnd }: LiveOrders, message: string, now: Date): never {
  const waitMs = firstHoldEnd === null ? 0 : firstHoldEnd.getTime() - now.getTime()
  throw new ShopError('RATE_LIMITED', message, { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) })
}

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
