import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { newId } from '#server/db/id.ts'
import { isLockTimeout, transact } from '#server/db/retry.ts'
import { neighbourhood } from '#server/http/client-address.ts'
import { keyedHash, logName } from '#server/http/keyed-hash.ts'
import { checkoutIdOf, contentHash } from '#server/order/content-hash.ts'
import { lockOrders } from '#server/order/lock-store.ts'
import type { InitializeBody } from '#shared/contract/payment.ts'
import { COUNTRY } from '#shared/nigeria.ts'
import { normalPhone } from '#shared/phone.ts'
import type { StartResult } from '../provider.ts'
import { releaseOrder, type SettleDependencies } from '../settle/apply-decision.ts'
import { nextCheck } from '../settle/check-schedule.ts'
import { settle } from '../settle/settle.ts'
import { findAttempt, updateAttempt } from '../store.ts'
import type { CheckoutRequest, ShopperRequest, Wanted } from './checkout-request.ts'
import { readStockTotals } from './hold-limit.ts'
import { type PaymentPage, type Placed, placeOrder } from './place-order.ts'
import { checkoutBusy, countEdit, providerFailed, providerUnavailable, tooManyStarts } from './start-limit.ts'

/** How long a repeated call waits for the page that another call is fetching; the provider may take 10 s. */
const WAIT_FOR_WINNER_MS = 12_000
const WAIT_STEP_MS = 100
/** Of a pool of ten connections. More at once would only wait for each other in the database. */
const PLACED_AT_ONCE_MAX = 8
/** Connections that starts leave to the rest of the shop, if there are that many. */
const LEFT_FREE = 2
/** Nobody waits longer for a turn: while the first in the queue has waited this long, newcomers are refused at once. */
const QUEUE_FULL_MS = 10_000

export type StartCaller = Pick<ShopperRequest, 'userId' | 'device' | 'isWorkDone'> & {
  clientAddress: string
  idempotencyKey: string | undefined
}

/**
 * Normalises what is wanted: equal lines merged, e-mail address in lower case, phone number in one format, country fixed.
 * Without a key it is a checkout of its own.
 */
export function wantedFrom(
  body: InitializeBody,
  idempotencyKey: string | undefined,
  appSecret: string,
): Wanted {
  const lines = new Map<string, CheckoutRequest['cart']['lines'][number]>()
  for (const { productId, color, size, quantity, price, name = '' } of body.items) {
    const key = JSON.stringify([productId, color, size, price])
    const line = { productId, color, size, price, name, quantity: (lines.get(key)?.quantity ?? 0) + quantity }
    lines.set(key, line)
  }
  const { fullName, address, city, state } = body.shippingInfo
  const email = (body.email ?? body.shippingInfo.email).toLowerCase()
  const phone = normalPhone(body.shippingInfo.phone) ?? body.shippingInfo.phone
  const delivery = { fullName, phone, address, city, state, country: COUNTRY }
  const cart = { lines: [...lines.values()], shippingFee: body.shippingFee, totalAmount: body.totalAmount }
  const place = body.shippingLocation
  return {
    checkoutId: idempotencyKey === undefined ? newId() : checkoutIdOf(idempotencyKey),
    contentHash: contentHash(appSecret, { ...cart, place, delivery: { ...delivery, email } }),
    cart,
    place,
    email,
    delivery,
  }
}

export function checkoutRequestFrom(
  body: InitializeBody,
  caller: StartCaller,
  appSecret: string,
): ShopperRequest {
  const { userId, device, isWorkDone, clientAddress, idempotencyKey } = caller
  return {
    ...wantedFrom(body, idempotencyKey, appSecret),
    userId,
    device,
    isWorkDone,
    startedFrom: keyedHash(appSecret, `network ${neighbourhood(clientAddress)}`),
  }
}

/** Returns the page on which to pay for a checkout request. */
export type PaymentStarter = (request: CheckoutRequest) => Promise<PaymentPage>

/**
 * Places the order of a request, holds its goods and returns the page to pay on; for a repeated request, returns the page of
 * its earlier start. Throws ALREADY_PAID, PRICE_CHANGED, OUT_OF_STOCK, VALIDATION (a total below ₦50, or more than 40
 * pieces), RATE_LIMITED, CHECKOUT_BUSY, PROVIDER_FAILED or UNAVAILABLE. Under load, starts queue here rather than for
 * database connections, which the rest of the shop needs too. Those that it cannot serve in time are refused, which costs
 * nothing, so that the queue is soon short again.
 */
export function createPaymentStarter(dependencies: SettleDependencies): PaymentStarter {
  const { databasePool } = dependencies.settings
  const turns = pLimit(Math.max(1, Math.min(PLACED_AT_ONCE_MAX, databasePool - LEFT_FREE)))
  /** Since when each start in the queue has been waiting, the first in the queue first. */
  const waitingSinceMs: number[] = []
  const firstWaitsMs = () => performance.now() - (waitingSinceMs[0] ?? performance.now())
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    waitingSinceMs.push(performance.now())
    return turns(() => {
      waitingSinceMs.shift()
      return work()
    })
  }
  const readTotals = readEvery(TOTALS_MS, () => readStockTotals(dependencies.db))
  return async (request) => {
    if (firstWaitsMs() > QUEUE_FULL_MS) throw tooManyStarts()
    const verified = new Set<string>()
    const fullAtMs = performance.now() + QUEUE_FULL_MS
    let endsAtMs = Number.POSITIVE_INFINITY
    while (performance.now() < endsAtMs) {
      const placed = await inTurn(() => {
        if (endsAtMs === Number.POSITIVE_INFINITY) {
          if (performance.now() > fullAtMs) throw tooManyStarts()
          endsAtMs = performance.now() + WAIT_FOR_WINNER_MS
        }
        return orBusy(placeOrder(dependencies, request, { verified, readTotals }))
      })
      switch (placed.kind) {
        case 'ready':
          return placed.page
        case 'placed': {
          const page = await requestPage(dependencies, request, placed)
          if (page !== undefined) return page
          break
        }
        case 'verify-first':
          await orBusy(makeSureUnpaid(dependencies, request, placed.reference))
          verified.add(placed.orderId)
          break
        case 'busy':
          await waitWhileStarting(dependencies, placed.reference, endsAtMs)
      }
    }
    throw checkoutBusy()
  }
}

/** How old the shop's total of pieces may be: the limits that depend on it are coarse. */
const TOTALS_MS = 30_000

/** Reads at most once in `everyMs`; those in between get what was read last. */
function readEvery<T>(everyMs: number, read: () => Promise<T>): () => Promise<T> {
  let last: { atMs: number; value: Promise<T> } | undefined
  return () => {
    if (last === undefined || performance.now() - last.atMs > everyMs) {
      last = { atMs: performance.now(), value: read() }
      last.value.catch(() => {
        last = undefined
      })
    }
    return last.value
  }
}

async function orBusy<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isLockTimeout(error)) throw checkoutBusy()
    throw error
  }
}

/**
 * Waits until the call that is fetching the page has finished or failed. Only reads, so many calls can wait at once.
 */
async function waitWhileStarting(
  { db }: SettleDependencies,
  reference: string,
  endsAtMs: number,
): Promise<void> {
  while (performance.now() < endsAtMs) {
    await sleep(WAIT_STEP_MS)
    if ((await findAttempt(db, reference))?.state !== 'created') return
  }
}

/** The old page may just have been paid; then the next round of this start ends with ALREADY_PAID. */
async function makeSureUnpaid(
  dependencies: SettleDependencies,
  request: CheckoutRequest,
  reference: string,
): Promise<void> {
  const { db, settings, now } = dependencies
  if (request.seller === undefined) await countEdit(db, settings, request, now())
  const settled = await settle(dependencies, reference, 'start')
  const kind = settled?.providerStatus.kind
  if (kind === 'unreachable' || kind === 'unreadable') throw providerFailed()
}

/** Fetches the page of a placed order; undefined if another call ended the order in the meantime. */
async function requestPage(
  dependencies: SettleDependencies,
  request: CheckoutRequest,
  { reference, amount }: Extract<Placed, { kind: 'placed' }>,
): Promise<PaymentPage | undefined> {
  const { provider, settings, log } = dependencies
  const result = await provider.start({
    reference,
    amount,
    email: request.email,
    callbackUrl: `${settings.publicUrl}/payment/callback`,
    // Who was sent a link has no cart to go back to: the order's own page offers to go on.
    cancelUrl:
      request.seller === undefined
        ? `${settings.publicUrl}/checkout?cancelled=true`
        : `${settings.publicUrl}/payment/callback?reference=${reference}`,
    channels: settings.paymentChannels,
  })
  const isPayable = await recordStart(dependencies, request.checkoutId, reference, result)
  if (result.kind === 'started') {
    return isPayable ? { url: result.url, accessCode: result.accessCode, reference } : undefined
  }
  const why = 'message' in result ? result.message : result.kind
  log.warn(
    { start: result.kind, why, reference: logName(settings.appSecret, reference) },
    'payment not started',
  )
  throw result.kind === 'unavailable' ? providerUnavailable() : providerFailed()
}

/** Stores the page, or ends the order if its page never reached the payer. True if the page may be returned. */
async function recordStart(
  { db, now, stockAnnouncer }: SettleDependencies,
  checkoutId: string,
  reference: string,
  result: StartResult,
): Promise<boolean> {
  const isPayable = await transact(db, async (tx) => {
    const orders = await lockOrders(tx, checkoutId)
    const attempt = await findAttempt(tx, reference)
    const order = orders.find((candidate) => candidate.id === attempt?.orderId)
    if (attempt?.state !== 'created' || order?.status !== 'pending') return false
    const { createdAt, holdExpiresAt } = order
    if (result.kind === 'started') {
      const { url, accessCode } = result
      const nextCheckAt = nextCheck({ createdAt, holdExpiresAt, isPending: true }, now())
      await updateAttempt(tx, attempt.id, { state: 'started', url, accessCode, nextCheckAt }, now())
      return true
    }
    await releaseOrder(tx, order, 'failed', now())
    // A definite refusal is final. Without a response the provider may know the reference, so it is checked later.
    const isCertain = result.kind !== 'unknown'
    const state = isCertain ? 'failed' : 'start_unknown'
    const nextCheckAt = isCertain
      ? null
      : nextCheck({ createdAt, holdExpiresAt: null, isPending: false }, now())
    await updateAttempt(tx, attempt.id, { state, nextCheckAt }, now())
    return false
  })
  if (!isPayable) stockAnnouncer.moved(checkoutId)
  return isPayable
}
