import { type CartItem, type CartKey, isSameLine } from '#shared/cart.ts'
import { recall, remember } from './browser-memory.ts'

/** A payment that this browser has sent its shopper to, and what the cart held then. */
export type StartedPayment = {
  reference: string
  /** The checkout that it belongs to. */
  checkoutKey: string
  lines: (CartKey & { quantity: number })[]
}

export type PaymentMemory = {
  started: StartedPayment[]
  /** References whose cart has been cleared: never cleared again, whatever is added to it later. */
  cleared: string[]
}

const STARTED_KEPT = 5
const CLEARED_KEPT = 50

/** Parses the stored memory; foreign or broken entries are dropped. */
export function parseMemory(text: string | null): PaymentMemory {
  let value: unknown
  try {
    value = JSON.parse(text ?? 'null')
  } catch {
    value = null
  }
  const { started, cleared } = (value ?? {}) as { started?: unknown; cleared?: unknown }
  return {
    started: Array.isArray(started) ? started.filter(isStarted) : [],
    cleared: Array.isArray(cleared) ? cleared.filter((reference) => typeof reference === 'string') : [],
  }
}

function isStarted(value: unknown): value is StartedPayment {
  if (typeof value !== 'object' || value === null) return false
  const { reference, checkoutKey, lines } = value as Record<string, unknown>
  return (
    typeof reference === 'string' &&
    typeof checkoutKey === 'string' &&
    Array.isArray(lines) &&
    lines.every(isLine)
  )
}

function isLine(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { id, color, size, quantity } = value as Record<string, unknown>
  return [id, color, size].every((part) => typeof part === 'string') && Number.isInteger(quantity)
}

export function withStarted(memory: PaymentMemory, payment: StartedPayment): PaymentMemory {
  const others = memory.started.filter(({ reference }) => reference !== payment.reference)
  return { ...memory, started: [...others, payment].slice(-STARTED_KEPT) }
}

export function withCleared(memory: PaymentMemory, reference: string): PaymentMemory {
  return {
    started: memory.started.filter((payment) => payment.reference !== reference),
    cleared: [...memory.cleared, reference].slice(-CLEARED_KEPT),
  }
}

/** The payment that the shopper left this cart for, if any. */
export function findStarted(memory: PaymentMemory, checkoutKey: string): StartedPayment | undefined {
  if (checkoutKey === '') return undefined
  return memory.started.findLast((payment) => payment.checkoutKey === checkoutKey)
}

/**
 * Whether all of these lines were submitted for payment, in at least these quantities: what was added since is not held.
 */
export function isAllSent({ lines }: StartedPayment, items: readonly CartItem[]): boolean {
  return items.every((item) => lines.some((line) => isSameLine(line, item) && line.quantity >= item.quantity))
}

/**
 * The lines that stay in the cart once `reference` is paid; undefined when the cart must not be touched. A reference clears
 * the cart once. What was added while paying has not been bought and stays, and so does a cart filled again since. A
 * browser that knows nothing of the payment can only assume that its cart was bought.
 */
export function linesAfterPayment(
  memory: PaymentMemory,
  reference: string,
  cart: { items: readonly CartItem[]; checkoutKey: string },
): CartItem[] | undefined {
  if (memory.cleared.includes(reference)) return undefined
  const payment = memory.started.find((started) => started.reference === reference)
  if (payment === undefined) return []
  if (payment.checkoutKey !== cart.checkoutKey) return undefined
  return cart.items.flatMap((item) => {
    const bought = payment.lines.find((line) => isSameLine(line, item))?.quantity ?? 0
    return item.quantity > bought ? [{ ...item, quantity: item.quantity - bought }] : []
  })
}

const KEY = 'payments'

export function readMemory(): PaymentMemory {
  return parseMemory(recall(KEY))
}

export function keepMemory(memory: PaymentMemory): void {
  remember(KEY, memory)
}

const listeners = new Set<() => void>()

/** Calls back when a payment was kept whose shopper had left the checkout: they may be back in it by now. Returns how to stop. */
export function onKeptLate(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellKeptLate(): void {
  for (const listener of listeners) listener()
}
