import { type By, recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { isErased } from '#server/order/erased.ts'
import { listExchangesOf } from '#server/order/exchange-store.ts'
import { lockOrdersWith } from '#server/order/lock-store.ts'
import type { Order } from '#server/order/store.ts'
import { ShopError } from '#shared/errors.ts'
import { countPieces, itemCount } from '#shared/item-count.ts'
import { orderNumber } from '#shared/order-number.ts'
import { CHANGED_FROM, RETURN_FROM, type ReturnState } from '#shared/return.ts'
import { replaceExchange, sellExchange, type WantedSize } from './exchange.ts'
import { changeRequest, findOrderIdOf, listRequestsOf, type Request } from './store.ts'

type DecideDependencies = Pick<Dependencies, 'jobs' | 'now'>
/** `shown` is the state in which whoever decides has seen the request. */
type Shown = { requestId: string; shown: ReturnState }
type Answered = Shown & { answer: string }
/** The sizes that the buyer gets, or null if it is their money. */
type Exchange = readonly WantedSize[] | null

/**
 * The buyer may send it, and is mailed how. What they get in exchange is held for them; `exchange` is as they asked, if it is not
 * said. Returns the order's id, as the others do.
 */
export async function approveReturn(
  tx: Database,
  { jobs, now }: DecideDependencies,
  by: By,
  { answer, exchange, ...shown }: Answered & { exchange?: Exchange | undefined },
): Promise<string> {
  const { order, request } = await lockRequest(tx, shown, RETURN_FROM.approved)
  const sizes = exchange === undefined ? askedSizes(request) : exchange
  await changeRequest(tx, request.id, {
    state: 'approved',
    wish: wishOf(sizes),
    answer,
    answeredAt: now(),
    answeredBy: by.actor,
  })
  await queueReturnMail(tx, jobs, order, { kind: 'return_approved', part: request.id }, now())
  await recordStep(tx, by, request, 'approve', 'approved', sizesText(sizes), now())
  await replaceExchange(tx, order, request, { sizes, isRestocked: false }, now())
  return order.id
}

/** It does not come back, or did not come as agreed: the buyer is mailed why. What was held for them is on sale again. */
export async function declineReturn(
  tx: Database,
  { jobs, now }: DecideDependencies,
  by: By,
  { answer, ...shown }: Answered,
): Promise<string> {
  const { order, request } = await lockRequest(tx, shown, RETURN_FROM.declined)
  await changeRequest(tx, request.id, {
    state: 'declined',
    answer,
    answeredAt: now(),
    answeredBy: by.actor,
  })
  await queueReturnMail(tx, jobs, order, { kind: 'return_declined', part: request.id }, now())
  await recordStep(tx, by, request, 'decline', 'declined', '', now())
  await replaceExchange(tx, order, request, { sizes: null, isRestocked: false }, now())
  return order.id
}

/**
 * It is here. Its money is returned by a refund of these pieces; what is held in exchange is to be packed from now on, and what came
 * back for it goes on sale again if `isRestocked`.
 */
export async function receiveReturn(
  tx: Database,
  { now }: Pick<DecideDependencies, 'now'>,
  by: By,
  { isRestocked, ...shown }: Shown & { isRestocked: boolean },
): Promise<string> {
  const { order, request } = await lockRequest(tx, shown, RETURN_FROM.received)
  await changeRequest(tx, request.id, { state: 'received', receivedAt: now(), receivedBy: by.actor })
  const isBack = await sellExchange(tx, order, request, isRestocked, now())
  await recordStep(tx, by, request, 'receive', 'received', isBack ? 'back on sale' : '', now())
  return order.id
}

/**
 * What was approved is paid back instead of exchanged, exchanged instead of paid back, or exchanged for other sizes; the buyer is
 * mailed. Refused once it is in a parcel. `answeredAt` is when the request was answered last, as it was shown.
 */
export async function changeReturn(
  tx: Database,
  { jobs, now }: DecideDependencies,
  by: By,
  {
    answer,
    exchange,
    isRestocked,
    answeredAt,
    ...shown
  }: Answered & {
    answeredAt: string
    exchange: Exchange
    isRestocked: boolean
  },
): Promise<string> {
  const { order, request } = await lockRequest(tx, shown, CHANGED_FROM)
  if (request.answeredAt?.toISOString() !== answeredAt) throw changedBy(request, request.answeredBy)
  if (exchange === null && request.wish === 'refund')
    throw new ShopError('REFUSED', `Return ${request.number} is for the money already.`)
  await changeRequest(tx, request.id, {
    wish: wishOf(exchange),
    answer,
    answeredAt: now(),
    answeredBy: by.actor,
  })
  const part = `${request.id} ${now().toISOString()}`
  await queueReturnMail(tx, jobs, order, { kind: 'return_changed', part }, now())
  await recordStep(tx, by, request, 'change', request.state, sizesText(exchange), now())
  await replaceExchange(tx, order, request, { sizes: exchange, isRestocked }, now())
  return order.id
}

/** Ends a hold whose time is over: its pieces go back on sale. Returns the order; undefined if it has ended, or is sold, already. */
export async function endHold(
  tx: Database,
  { orderId, number }: { orderId: string; number: number },
  now: Date,
): Promise<Order | undefined> {
  const { order } = await lockOrdersWith(tx, orderId)
  const held = (await listExchangesOf(tx, orderId)).find((each) => each.number === number)
  if (held?.state !== 'held' || held.heldUntil >= now) return undefined
  const request = (await listRequestsOf(tx, orderId)).find(({ id }) => id === held.requestId)
  if (request === undefined) return undefined
  await recordStep(tx, { actor: 'the shop' }, request, 'end-hold', request.state, '', now)
  await replaceExchange(tx, order, request, { sizes: null, isRestocked: false }, now)
  return order
}

const wishOf = (sizes: Exchange) => (sizes === null ? 'refund' : 'exchange')

const sizesText = (sizes: Exchange) =>
  sizes === null
    ? ''
    : `for ${sizes.map(({ position, size }) => `size ${size} of line ${position + 1}`).join(', ')}`

function askedSizes({ wish, lines }: Request): Exchange {
  if (wish === 'refund') return null
  return lines.flatMap(({ position, size }) => (size === null ? [] : [{ position, size }]))
}

async function queueReturnMail(
  tx: Database,
  jobs: DecideDependencies['jobs'],
  order: Order,
  mail: { kind: 'return_approved' | 'return_declined' | 'return_changed'; part: string },
  now: Date,
): Promise<void> {
  if (isErased(order)) return
  await queueMail(tx, jobs, {
    ...mail,
    orderId: order.id,
    recipient: order.email,
    payload: {},
    createdAt: now,
  })
}

/** Locks the order of a request that is in one of these states. If it is not what was shown, somebody else was faster. */
async function lockRequest(
  tx: Database,
  { requestId, shown }: Shown,
  from: readonly ReturnState[],
): Promise<{ order: Order; request: Request }> {
  const orderId = await findOrderIdOf(tx, requestId)
  if (orderId === undefined) throw new ShopError('NOT_FOUND', 'There is no such request.')
  const { order } = await lockOrdersWith(tx, orderId)
  const request = (await listRequestsOf(tx, orderId)).find(({ id }) => id === requestId)
  if (request === undefined) throw new Error(`Order ${orderId} has no return request ${requestId}`)
  const { state } = request
  if (state !== shown || !from.includes(state))
    throw changedBy(request, state === 'received' ? request.receivedBy : request.answeredBy)
  return { order, request }
}

const changedBy = ({ orderId, number, state }: Request, who: string | null) =>
  new ShopError(
    'CHANGED_MEANWHILE',
    `Return ${number} of order #${orderNumber(orderId)} is ${state}${who === null ? '' : ` by ${who}`}. Please look again.`,
  )

/** Without words: the buyer's and the shop's may name a person. */
function recordStep(
  tx: Database,
  by: By,
  { orderId, number, state, lines }: Request,
  verb: 'approve' | 'decline' | 'receive' | 'change' | 'end-hold',
  to: ReturnState,
  more: string,
  now: Date,
): Promise<void> {
  const pieces = itemCount(countPieces(lines))
  const note = [`return ${number}`, pieces, more].filter(Boolean).join(', ')
  const details = { state: [state, to], note }
  return recordAct(tx, { ...by, action: `return.${verb}`, subject: orderId, details }, now)
}
