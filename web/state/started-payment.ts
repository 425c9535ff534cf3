import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { type CartItem, type CartKey, isSameLine } from '#shared/cart.ts'
import { isRecord, stored } from './stored.ts'

/** A payment that this browser has sent its shopper to, and what the cart held then. */
export type StartedPayment = {
  reference: string
  /** The checkout that it belongs to. */
  checkoutKey: string
  lines: (CartKey & { quantity: number })[]
  /** The signed-in user's id, or null for a guest: other users of this browser must not see it. */
  owner: string | null
}

export type PaymentMemory = {
  started: StartedPayment[]
  /** References whose cart has been cleared: never cleared again, whatever is added to it later. */
  cleared: string[]
}

const STARTED_KEPT = 5
const CLEARED_KEPT = 50

type StartedPayments = PaymentMemory & {
  start: (payment: StartedPayment) => void
  /** Notes that the cart has been cleared of what this payment bought. */
  settle: (reference: string) => void
}

/** Written only as `readStored` returns it: no screen but the checkout follows what other tabs write. */
export const useStartedPayments = create<StartedPayments>()(
  persist(
    (set) => ({
      started: [],
      cleared: [],
      start: (payment) => set((memory) => withStarted(memory, payment)),
      settle: (reference) => set((memory) => withCleared(memory, reference)),
    }),
    stored<StartedPayments, PaymentMemory>({
      name: 'payments',
      partialize: ({ started, cleared }) => ({ started, cleared }),
      parse: (value) => ({
        started: isRecord(value) && Array.isArray(value.started) ? value.started.flatMap(parseStarted) : [],
        cleared:
          isRecord(value) && Array.isArray(value.cleared)
            ? value.cleared.filter((reference) => typeof reference === 'string')
            : [],
      }),
    }),
  ),
)

function parseStarted(value: unknown): StartedPayment[] {
  if (!isRecord(value)) return []
  const { reference, checkoutKey, lines, owner } = value
  const isUsable =
    typeof reference === 'string' &&
    typeof checkoutKey === 'string' &&
    Array.isArray(lines) &&
    lines.every(isLine)
  return isUsable ? [{ reference, checkoutKey, lines, owner: typeof owner === 'string' ? owner : null }] : []
}

function isLine(value: unknown): value is StartedPayment['lines'][number] {
  return (
    isRecord(value) &&
    ['id', 'color', 'size'].every((part) => typeof value[part] === 'string') &&
    Number.isInteger(value.quantity)
  )
}

function withStarted({ started }: PaymentMemory, payment: StartedPayment): Pick<PaymentMemory, 'started'> {
  const others = started.filter(({ reference }) => reference !== payment.reference)
  return { started: [...others, payment].slice(-STARTED_KEPT) }
}

function withCleared(memory: PaymentMemory, reference: string): PaymentMemory {
  return {
    started: memory.started.filter((payment) => payment.reference !== reference),
    cleared: [...memory.cleared, reference].slice(-CLEARED_KEPT),
  }
}

/** The payment that somebody left this cart for, if any. */
export function findStarted(memory: PaymentMemory, checkoutKey: string): StartedPayment | undefined {
  if (checkoutKey === '') return undefined
  return memory.started.findLast((payment) => payment.checkoutKey === checkoutKey)
}

/**
 * Whether a payment is this shopper's to continue and to see. A guest's stays theirs when they sign in, as it is the same
 * person continuing; a member's is nobody else's.
 */
export function isStartedBy({ owner }: StartedPayment, shopperId: string | null): boolean {
  return owner === null || owner === shopperId
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
