import { recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { transact } from '#server/db/retry.ts'
import { firstHoldEnd } from '#server/order/hold.ts'
import { dropEmptyCheckout, isCheckoutOf, lockOrders } from '#server/order/lock-store.ts'
import { type Offer, readOffer } from '#server/order/offer-store.ts'
import { appraise, type Quote, stockConflict } from '#server/order/quote.ts'
import { insertOrder, listLines, type Order } from '#server/order/store.ts'
import { StockShortError } from '#server/stock/move.ts'
import { stockKeyText } from '#server/stock/quantity.ts'
import { moveStock } from '#server/stock/store.ts'
import { deliversTo, placeMismatch } from '#shared/delivery-place.ts'
import { ShopError } from '#shared/errors.ts'
import { formatKobo, type Kobo, koboFromNaira } from '#shared/naira.ts'
import { newReference } from '../reference.ts'
import { releaseOrder, type SettleDependencies } from '../settle/apply-decision.ts'
import { START_CRASHED_MS } from '../settle/decision.ts'
import { expireAttempt, getAttemptOfOrder, insertAttempt } from '../store.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import { checkNetwork, type StockTotals } from './hold-limit.ts'
import { checkLastPieces } from './last-pieces.ts'
import { checkLiveLimits, countStart, providerUnavailable } from './start-limit.ts'

type ReadTotals = () => Promise<StockTotals>
/** What the rounds of one start know: see placeOrder. `readTotals` may give what was read half a minute ago. */
type StartState = { verified: ReadonlySet<string>; readTotals: ReadTotals }

export type PaymentPage = { url: string; accessCode: string; reference: string }

export type Placed =
  /** A new order with its hold; its page must now be requested from the provider. */
  | { kind: 'placed'; reference: string; orderId: string; amount: number }
  /** The same checkout request is already awaiting payment and has its page. */
  | { kind: 'ready'; page: PaymentPage }
  /** Another call is starting this checkout right now. */
  | { kind: 'busy'; reference: string }
  /** An older order of this checkout is pending and must be verified with the provider first. */
  | { kind: 'verify-first'; reference: string; orderId: string }

/**
 * Decides under the checkout's lock what a start means and, for a new request, places order, attempt and hold atomically.
 * `verified` holds the orders of this checkout that the provider has just reported as unpaid: only those may be
 * replaced. Throws a ShopError for the shopper.
 */
export async function placeOrder(
  dependencies: SettleDependencies,
  request: CheckoutRequest,
  { verified, readTotals }: StartState,
): Promise<Placed> {
  const outcome = await transact(dependencies.db, async (tx) => {
    const placed = await placeLocked(dependencies, tx, request, { verified, readTotals })
    if (placed instanceof ShopError) await dropEmptyCheckout(tx, request.checkoutId)
    return placed
  })
  if (outcome instanceof ShopError) throw outcome
  if (outcome.kind === 'placed') dependencies.stockAnnouncer.moved(request.checkoutId)
  return outcome
}

/**
 * Returns a refusal as a value, so that the transaction commits: the attempt counts against the limits, while its other
 * writes are rolled back to the savepoint.
 */
async function placeLocked(
  dependencies: SettleDependencies,
  tx: Database,
  request: CheckoutRequest,
  { verified, readTotals }: StartState,
): Promise<Placed | ShopError> {
  const now = dependencies.now()
  const orders = await lockOrders(tx, request.checkoutId)
  // Only its seller knows the key of a sale.
  if (orders.length > 0 && request.seller === undefined && !(await isCheckoutOf(tx, request))) {
    return new ShopError('FORBIDDEN', 'This checkout was begun in another browser. Please check out again.')
  }
  const offer = await offerFor(tx, request)
  const paid = orders.find((order) => order.status === 'paid')
  if (paid !== undefined) {
    const { reference } = await getAttemptOfOrder(tx, paid.id)
    return new ShopError('ALREADY_PAID', 'This order is already paid.', { details: { reference } })
  }
  const pending = orders.find((order) => order.status === 'pending')
  const obstacle = pending && (await readPending(tx, pending, request, verified, now))
  if (obstacle !== undefined) return obstacle
  if (!dependencies.provider.isAvailable()) return providerUnavailable()
  const giveBack =
    request.seller === undefined
      ? await countStart(tx, dependencies.settings, request, now).catch(returned)
      : undefined
  if (giveBack instanceof ShopError) return giveBack
  const placed = await tx
    .transaction((savepoint) =>
      placeNew(dependencies, savepoint, request, offer, { replaced: pending, readTotals, now }),
    )
    .catch(returned)
  // The same try comes back with the work done.
  if (placed instanceof ShopError && placed.code === 'WORK_NEEDED') await giveBack?.()
  return placed
}

function returned(error: unknown): ShopError {
  if (error instanceof ShopError) return error
  throw error
}

/** What a pending order of the checkout means for this start; undefined if it may be replaced. */
async function readPending(
  tx: Database,
  pending: Order,
  request: CheckoutRequest,
  verified: ReadonlySet<string>,
  now: Date,
): Promise<Placed | undefined> {
  const attempt = await getAttemptOfOrder(tx, pending.id)
  const isAlive = pending.holdExpiresAt !== null && now < pending.holdExpiresAt
  // A shopper who has logged in since gets a new order: a guest's order belongs to an account only by its verified address.
  const isOfCaller = request.userId === null || request.userId === pending.userId
  const isSame = isOfCaller && pending.contentHash === request.contentHash
  const { url, accessCode, reference } = attempt
  if (isAlive && isSame && attempt.state === 'started' && url !== null && accessCode !== null) {
    return { kind: 'ready', page: { url, accessCode, reference } }
  }
  const isStarting =
    attempt.state === 'created' && now.getTime() - attempt.createdAt.getTime() < START_CRASHED_MS
  if (isStarting) return { kind: 'busy', reference }
  if (verified.has(pending.id)) return undefined
  return { kind: 'verify-first', reference, orderId: pending.id }
}

async function placeNew(
  { settings, provider }: SettleDependencies,
  tx: Database,
  request: CheckoutRequest,
  offer: Offer,
  { replaced, readTotals, now }: { replaced: Order | undefined; readTotals: ReadTotals; now: Date },
): Promise<Placed> {
  const ownLines = replaced === undefined ? [] : await listLines(tx, replaced.id)
  const ownHeld = new Map(ownLines.map((line) => [stockKeyText(line), line.quantity]))
  const quote = quoteOf(request, offer, now, ownHeld, provider.smallestTotal)
  const shopper = await checkLimits(tx, settings, request, { quote, readTotals, now })
  if (replaced !== undefined) {
    await releaseOrder(tx, replaced, 'cancelled', now)
    await expireAttempt(tx, replaced.id, now)
  }
  const orderId = newId()
  const reference = newReference()
  await insertOrder(tx, {
    id: orderId,
    checkoutId: request.checkoutId,
    email: request.email,
    userId: request.userId,
    startedFrom: request.seller === undefined ? request.startedFrom : null,
    device: request.seller === undefined ? request.device.id : null,
    soldBy: request.seller?.actor ?? null,
    contentHash: request.contentHash,
    total: quote.total,
    shippingFee: quote.shippingFee,
    delivery: { ...request.delivery, shippingPlace: quote.place },
    lines: quote.lines,
    holdExpiresAt: firstHoldEnd(now),
    createdAt: now,
  })
  await insertAttempt(tx, {
    orderId,
    provider: provider.name,
    reference,
    amount: quote.total,
    createdAt: now,
    nextCheckAt: new Date(now.getTime() + START_CRASHED_MS),
  })
  await hold(tx, orderId, quote)
  if (request.seller !== undefined) {
    const details = { total: formatKobo(quote.total), reference }
    await recordAct(tx, { ...request.seller, action: 'order.sell', subject: orderId, details }, now)
  }
  const placed = { orderId, checkoutId: request.checkoutId, items: quote.lines }
  const before = { items: ownLines, heldUntil: replaced?.holdExpiresAt ?? null }
  await checkLastPieces(tx, { ...placed, replaced: before }, shopper, now)
  return { kind: 'placed', reference, orderId, amount: quote.total }
}

const UNBOUNDED = { hasBought: true, leavesUnpaid: false }

/** What bounds a shopper whom nobody knows; staff are bound by the stock alone. */
async function checkLimits(
  tx: Database,
  settings: SettleDependencies['settings'],
  request: CheckoutRequest,
  { quote, readTotals, now }: { quote: Quote; readTotals: ReadTotals; now: Date },
): Promise<typeof UNBOUNDED> {
  if (request.seller !== undefined) return UNBOUNDED
  const units = quote.lines.reduce((sum, line) => sum + line.quantity, 0)
  await checkLiveLimits(tx, settings, request, units, now)
  if (!settings.rateLimits) return UNBOUNDED
  return checkNetwork(tx, settings, request, { units, totals: await readTotals() }, now)
}

/** What the shop offers of the requested lines and place. */
function offerFor(tx: Database, { cart, place, delivery }: CheckoutRequest): Promise<Offer> {
  const productIds = cart.lines.map((line) => line.productId)
  return readOffer(tx, productIds, { place, fee: wholeKobo(cart.shippingFee), address: delivery })
}

/** The quote that client and database agree on; throws PRICE_CHANGED with fresh lines if they do not. */
function quoteOf(
  { cart, delivery }: CheckoutRequest,
  offer: Offer,
  now: Date,
  ownHeld: ReadonlyMap<string, number>,
  smallestTotal: Kobo,
): Quote {
  const appraisal = appraise(cart, offer, now, ownHeld)
  if (appraisal.kind === 'changed') {
    throw new ShopError('PRICE_CHANGED', appraisal.message, { details: appraisal.conflict })
  }
  if (offer.place !== undefined && !deliversTo(offer.place, delivery)) {
    const message = placeMismatch({ place: offer.place.name }, delivery)
    throw new ShopError('VALIDATION', message, { fields: { shippingLocation: message } })
  }
  if (appraisal.kind === 'short') throw outOfStock(appraisal.quote, appraisal.left)
  if (appraisal.quote.total < smallestTotal) {
    const message = `The smallest amount that can be paid is ${formatKobo(smallestTotal)}.`
    throw new ShopError('VALIDATION', message, { fields: { totalAmount: message } })
  }
  return appraisal.quote
}

/** Holds every line or throws OUT_OF_STOCK with what is left of each. */
async function hold(tx: Database, orderId: string, quote: Quote): Promise<void> {
  try {
    await moveStock(tx, 'hold', orderId, quote.lines)
  } catch (error) {
    if (!(error instanceof StockShortError)) throw error
    throw outOfStock(quote, error.left)
  }
}

function outOfStock(quote: Quote, left: ReadonlyMap<string, number>): ShopError {
  const { conflict, message } = stockConflict(quote, left)
  return new ShopError('OUT_OF_STOCK', message, { details: conflict })
}

function wholeKobo(naira: number): number | undefined {
  try {
    return koboFromNaira(naira)
  } catch {
    return undefined
  }
}
