import { type CartItem, type CartKey, isSameLine } from '#shared/cart.ts'
import { createStored, hasTexts, listOf } from './stored.ts'

/** A payment that this browser has sent its shopper to, and what the cart held then. */
export type StartedPayment = {
  reference: string
  /** The checkout that it belongs to. */
  checkoutKey: string
  lines: (CartKey & { quantity: number })[]
  /** The signed-in user's id, or null for a guest: other users of this browser must not see it. */
  owner: string | null
}

type PaymentMemory = {
  started: StartedPayment[]
  /** References whose cart has been cleared: never cleared again, whatever is added to it later. */
  cleared: string[]
}

const STARTED_MAX = 5
const CLEARED_MAX = 50

type StartedPayments = {
  start: (payment: StartedPayment) => void
  /** Notes that the cart has been cleared of what this payment bought. */
  settle: (reference: string) => void
}

/** Written only as `readStored` returns it: no screen but the checkout follows what other tabs write. */
export const useStartedPayments = createStored<PaymentMemory, StartedPayments>({
  name: 'payments',
  parse: ({ started, cleared }) => ({
    started: listOf(started, isStarted).map(({ reference, checkoutKey, lines, owner }) => ({
      reference,
      checkoutKey,
      lines,
      owner: typeof owner === 'string' ? owner : null,
    })),
    cleared: listOf(cleared, (reference) => typeof reference === 'string'),
  }),
  actions: (set) => ({
    start: (payment) => set((memory) => withStarted(memory, payment)),
    settle: (reference) => set((memory) => withCleared(memory, reference)),
  }),
})

type Recorded = Omit<StartedPayment, 'owner'> & { owner?: unknown }

function isStarted(value: unknown): value is Recorded {
  return (
    hasTexts(value, 'reference', 'checkoutKey') && Array.isArray(value.lines) && value.lines.every(isLine)
  )
}

function isLine(value: unknown): value is StartedPayment['lines'][number] {
  return hasTexts(value, 'id', 'color', 'size') && Number.isInteger(value.quantity)
}

function withStarted({ started }: PaymentMemory, payment: StartedPayment): Pick<PaymentMemory, 'started'> {
  const others = started.filter(({ reference }) => reference !== payment.reference)
  return { started: [...others, payment].slice(-STARTED_MAX) }
}

function withCleared(memory: PaymentMemory, reference: string): PaymentMemory {
  return {
    started: memory.started.filter((payment) => payment.reference !== reference),
    cleared: [...memory.cleared, reference].slice(-CLEARED_MAX),
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

type CartLines = { items: readonly CartItem[]; checkoutKey: string }

/** The payment by this reference, if it is this cart that was left to pay by it. */
function startedFrom(
  { started }: PaymentMemory,
  reference: string,
  cart: CartLines,
): StartedPayment | undefined {
  return started.find((one) => one.reference === reference && one.checkoutKey === cart.checkoutKey)
}

/** Whether this browser's cart still has what this payment is for. */
export function isCartOf(memory: PaymentMemory, reference: string, cart: CartLines): boolean {
  return cart.items.length > 0 && startedFrom(memory, reference, cart) !== undefined
}

/**
 * The lines that stay in the cart once `reference` is paid; undefined when the cart must not be touched. A reference clears
 * the cart once. What was added while paying has not been bought and stays, and so does a cart filled again since, or one of a
 * browser that did not start this payment: somebody may have been sent the receipt.
 */
export function linesAfterPayment(
  memory: PaymentMemory,
  reference: string,
  cart: CartLines,
): CartItem[] | undefined {
  if (memory.cleared.includes(reference)) return undefined
  const payment = startedFrom(memory, reference, cart)
  if (payment === undefined) return undefined
  return cart.items.flatMap((item) => {
    const bought = payment.lines.find((line) => isSameLine(line, item))?.quantity ?? 0
    return item.quantity > bought ? [{ ...item, quantity: item.quantity - bought }] : []
  })
}
