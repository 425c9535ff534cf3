/**
 * A model of checkouts, orders, stock and money, written from the state machine's specification and not from the program:
 * one product, two shoppers, their bank. It shares nothing with the shop but the names of statuses.
 */

const MINUTE_MS = 60_000
const HOLD_MS = 30 * MINUTE_MS
const IN_FLIGHT_STEP_MS = 15 * MINUTE_MS
const IN_FLIGHT_LONGEST_MS = 120 * MINUTE_MS

export type Who = 0 | 1

export type ModelOrder = {
  reference: string
  who: Who
  quantity: number
  status: 'pending' | 'paid' | 'failed' | 'cancelled'
  /** What the payer has done at the provider. */
  bank: 'nothing' | 'declined' | 'under way' | 'paid'
  startedAt: number
  holdEndsAt: number
  /** The money is being refunded, or has been. */
  isRefunded: boolean
}

export type Model = {
  now: number
  available: number
  sold: number
  /** The quantity in each shopper's cart. */
  wanted: Record<Who, number>
  /** In the order in which they were placed. */
  orders: ModelOrder[]
}

export type Started =
  | { response: 'same page'; reference: string }
  | { response: 'new page' | 'already paid' | 'out of stock' }

export function newModel(now: number, stock: number): Model {
  return { now, available: stock, sold: 0, wanted: [1, 1], orders: [] }
}

export function held(model: Model): number {
  return model.orders.reduce((sum, order) => sum + (order.status === 'pending' ? order.quantity : 0), 0)
}

const findOf = (model: Model, who: Who, status: ModelOrder['status']) =>
  model.orders.find((order) => order.who === who && order.status === status)

function release(model: Model, order: ModelOrder, status: 'failed' | 'cancelled'): void {
  order.status = status
  model.available += order.quantity
}

/** Brings an order into agreement with the bank. */
export function settleOrder(model: Model, order: ModelOrder): void {
  if (order.status === 'paid' || order.isRefunded) return
  if (order.bank === 'paid') settlePaid(model, order)
  else if (order.status === 'pending') settleUnpaid(model, order)
}

function settleUnpaid(model: Model, order: ModelOrder): void {
  const latestEnd = order.startedAt + HOLD_MS + IN_FLIGHT_LONGEST_MS
  if (order.bank === 'declined') release(model, order, 'failed')
  else if (model.now >= order.holdEndsAt) {
    if (order.bank === 'under way' && model.now < latestEnd) {
      order.holdEndsAt = Math.min(model.now + IN_FLIGHT_STEP_MS, latestEnd)
    } else release(model, order, 'cancelled')
  }
}

function settlePaid(model: Model, order: ModelOrder): void {
  if (findOf(model, order.who, 'paid')) {
    if (order.status === 'pending') release(model, order, 'cancelled')
    order.isRefunded = true
    return
  }
  if (order.status !== 'pending') {
    // Late: served from the available stock and from what a newer order of the same checkout holds.
    const newer = findOf(model, order.who, 'pending')
    if (model.available + (newer?.quantity ?? 0) < order.quantity) {
      order.isRefunded = true
      return
    }
    if (newer) release(model, newer, 'cancelled')
    model.available -= order.quantity
  }
  order.status = 'paid'
  model.sold += order.quantity
}

export function settleAll(model: Model): void {
  for (const order of model.orders) settleOrder(model, order)
}

/** The expected response to a start; for a new page, call `placed` once its reference is known. */
export function start(model: Model, who: Who): Started {
  const isWaiting = (order: ModelOrder) =>
    model.now < order.holdEndsAt && order.quantity === model.wanted[who]
  const before = findOf(model, who, 'pending')
  // The existing order may just have been paid, so the bank is asked first.
  if (before && !isWaiting(before)) settleOrder(model, before)
  if (findOf(model, who, 'paid')) return { response: 'already paid' }
  const pending = findOf(model, who, 'pending')
  if (pending && isWaiting(pending)) return { response: 'same page', reference: pending.reference }
  // An edited cart may use the stock that its own order holds.
  if (model.available + (pending?.quantity ?? 0) < model.wanted[who]) return { response: 'out of stock' }
  if (pending) release(model, pending, 'cancelled')
  return { response: 'new page' }
}

export function placed(model: Model, who: Who, reference: string): void {
  const quantity = model.wanted[who]
  model.available -= quantity
  const [startedAt, holdEndsAt] = [model.now, model.now + HOLD_MS]
  model.orders.push({
    reference,
    who,
    quantity,
    startedAt,
    holdEndsAt,
    status: 'pending',
    bank: 'nothing',
    isRefunded: false,
  })
}
