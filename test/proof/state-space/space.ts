import { firstHoldEnd } from '#server/order/hold.ts'
import { canBecome } from '#server/order/store.ts'
import { isSettledOtherwise } from '#server/payment/attempt-state.ts'
import { statusOf } from '#server/payment/paystack/wire.ts'
import type { ProviderTransaction } from '#server/payment/provider.ts'
import { decide } from '#server/payment/settle/decision.ts'
import { type ProviderStatus, readVerification } from '#server/payment/settle/provider-status.ts'
import { ORDER_MOVES, type OrderMove } from '#server/stock/move.ts'

const MINUTE_MS = 60_000
const STARTED_AT = new Date('2026-11-20T09:00:00.000Z')
/**
 * The moments at which time alone changes something: within the hold, at its end, in its extension, at the end of all extensions.
 */
const MOMENTS_MIN = [1, 30, 46, 151, 271]
export const LAST_MOMENT = MOMENTS_MIN.length - 1
const AMOUNT = 1_550_000

type Bank = 'nothing' | 'ongoing' | 'failed' | 'success' | 'wrong amount' | 'live money' | 'reversed'
export type Book = {
  status: 'none' | 'pending' | 'paid' | 'failed' | 'cancelled'
  state:
    | 'created'
    | 'started'
    | 'start_unknown'
    | 'succeeded'
    | 'failed'
    | 'expired'
    | 'mismatch'
    | 'refund_due'
    | 'refunded'
  bank: Bank
  holdEndMin: number | null
  isReviewed: boolean
  /** An issue says that the requested payment came after something else had. */
  isIssueOpened: boolean
  /** A refund is due or made; refunds are handled separately. */
  isOwed: boolean
  /** Its buyer's data has been erased. */
  isErased: boolean
}
/** `moment` is an index into MOMENTS_MIN. */
export type State = {
  moment: number
  available: number
  held: number
  sold: number
  books: readonly [Book, Book]
}

const NEW_BOOK: Book = {
  status: 'none',
  state: 'created',
  bank: 'nothing',
  holdEndMin: null,
  isReviewed: false,
  isIssueOpened: false,
  isOwed: false,
  isErased: false,
}
export const START: State = { moment: 0, available: 1, held: 0, sold: 0, books: [NEW_BOOK, NEW_BOOK] }

const minutesIn = (moment: Date) => (moment.getTime() - STARTED_AT.getTime()) / MINUTE_MS
const at = (minutes: number) => new Date(STARTED_AT.getTime() + minutes * MINUTE_MS)

function transactionOf(index: number, bank: Bank): ProviderTransaction {
  const word =
    { nothing: 'abandoned', 'wrong amount': 'success', 'live money': 'success' }[bank as string] ?? bank
  const amount = bank === 'wrong amount' ? AMOUNT - 100 : AMOUNT
  return {
    id: String(index),
    status: statusOf(word),
    word,
    reference: `reference ${index}`,
    currency: 'NGN',
    channel: 'card',
    amount,
    requestedAmount: amount,
    fees: 33_250,
    paidAt: null,
    customer: null,
    domain: bank === 'live money' ? 'live' : 'test',
  }
}

/** A change of one book, or undefined where the event cannot happen. */
type Event = { name: string; apply: (state: State) => State | undefined }

function moveStock(state: State, move: OrderMove): State | undefined {
  const { from, to } = ORDER_MOVES[move]
  return state[from] < 1 ? undefined : { ...state, [from]: state[from] - 1, [to]: state[to] + 1 }
}

function write(state: State, index: 0 | 1, change: Partial<Book>): State {
  const [first, second] = state.books
  const isOwed = state.books[index].isOwed || change.state === 'refund_due'
  const book = { ...state.books[index], isOwed, ...change }
  const before = state.books[index].status
  if (
    before !== 'none' &&
    book.status !== 'none' &&
    before !== book.status &&
    !canBecome(before, book.status)
  ) {
    throw new Error(`${before} became ${book.status}`)
  }
  if (book.isErased && change.status === 'paid') throw new Error('sold to nobody')
  return { ...state, books: index === 0 ? [book, second] : [first, book] }
}

function must<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(what)
  return value
}

const end = (state: State, index: 0 | 1, change: Partial<Book>): State =>
  write(must(moveStock(state, 'release'), 'nothing to release'), index, { ...change, holdEndMin: null })

/** What `settle` does with the provider's response. */
export function settle(
  state: State,
  index: 0 | 1,
  response: 'reported' | 'unreachable' | 'absent',
  isOneCheckout: boolean,
): State | undefined {
  const book = state.books[index]
  if (book.status === 'none') return undefined
  const now = at(must(MOMENTS_MIN[state.moment], 'no such moment'))
  const other = index === 0 ? 1 : 0
  const sibling = state.books[other]
  const providerStatus = readVerification(
    response === 'reported'
      ? { kind: 'known', transaction: transactionOf(index, book.bank) }
      : response === 'absent'
        ? { kind: 'absent' }
        : { kind: 'unreachable', message: '' },
    { reference: `reference ${index}`, amount: AMOUNT, currency: 'NGN', mode: 'test' },
  )
  const decision = decide(
    {
      status: book.status,
      state: book.state,
      createdAt: STARTED_AT,
      holdExpiresAt: book.holdEndMin === null ? null : at(book.holdEndMin),
      siblingPaid: isOneCheckout && sibling.status === 'paid',
      hasRefund: book.isOwed,
      isIssueOpened: book.isIssueOpened,
      isUnsettledKnown: false,
      isErased: book.isErased,
    },
    providerStatus,
    now,
    ['card'],
  )
  switch (decision.do) {
    case 'nothing':
      return state
    case 'pay':
      return write(must(moveStock(state, 'sell'), 'sold what is not held'), index, {
        status: 'paid',
        state: 'succeeded',
        holdEndMin: null,
      })
    case 'pay-late': {
      const freed =
        isOneCheckout && sibling.status === 'pending'
          ? end(state, other, { status: 'cancelled', state: 'expired' })
          : state
      const taken = moveStock(freed, 'take')
      return taken
        ? write(taken, index, { status: 'paid', state: 'succeeded' })
        : write(state, index, { state: 'refund_due' })
    }
    case 'refund':
      return book.status === 'pending'
        ? end(state, index, { status: 'cancelled', state: 'refund_due' })
        : write(state, index, { state: 'refund_due' })
    case 'mismatch':
      return write(state, index, {
        state: providerStatus.kind === 'mismatch' && providerStatus.isOurMoney ? 'refund_due' : 'mismatch',
        isReviewed: true,
      })
    case 'fail':
      return end(state, index, { status: 'failed', state: stateOfFailure(book, providerStatus.kind) })
    case 'cancel':
      return end(state, index, {
        status: 'cancelled',
        ...(book.state === 'started' ? { state: 'expired' } : {}),
      })
    case 'extend':
      return write(state, index, { holdEndMin: minutesIn(decision.until) })
    case 'reversed':
      return write(state, index, {
        state: 'refunded',
        ...(book.status === 'paid' ? { isReviewed: true } : {}),
      })
    case 'reinstate':
      return write(state, index, { state: 'succeeded', isReviewed: true })
    case 'open-issue':
      return write(state, index, { isReviewed: true, isIssueOpened: true })
  }
}

function stateOfFailure({ state }: Book, response: ProviderStatus['kind']): Book['state'] {
  if (isSettledOtherwise(state)) return response === 'reversed' && state === 'refund_due' ? 'refunded' : state
  return state === 'created' && response !== 'failed' && response !== 'reversed' ? 'start_unknown' : 'failed'
}

/** What the payer and the bank can still do: a completed payment can only be reversed, and a reversal be undone. */
const AT_BANK: Record<Bank, readonly Bank[]> = {
  nothing: ['ongoing', 'failed', 'success', 'wrong amount', 'live money'],
  ongoing: ['nothing', 'failed', 'success'],
  failed: ['ongoing', 'success'],
  success: ['reversed'],
  'wrong amount': ['reversed'],
  'live money': ['success'],
  reversed: ['success'],
}

function start(state: State, index: 0 | 1, isOneCheckout: boolean): State | undefined {
  const sibling = state.books[index === 0 ? 1 : 0]
  if (state.books[index].status !== 'none' || state.moment > 0) return undefined
  if (isOneCheckout && sibling.status === 'paid') return undefined
  // An edited cart replaces the pending order, and may use what that held.
  const freed =
    isOneCheckout && sibling.status === 'pending'
      ? end(state, index === 0 ? 1 : 0, { status: 'cancelled', state: 'expired' })
      : state
  const held = moveStock(freed, 'hold')
  return held && write(held, index, { status: 'pending', holdEndMin: minutesIn(firstHoldEnd(STARTED_AT)) })
}

export function listEvents(isOneCheckout: boolean): Event[] {
  const ofBook = ([0, 1] as const).flatMap((index): Event[] => [
    { name: `start ${index}`, apply: (state) => start(state, index, isOneCheckout) },
    {
      name: `page of ${index}`,
      apply: (state) =>
        state.books[index].status === 'pending' && state.books[index].state === 'created'
          ? write(state, index, { state: 'started' })
          : undefined,
    },
    ...(Object.keys(AT_BANK) as Bank[]).map(
      (bank): Event => ({
        name: `bank of ${index}: ${bank}`,
        apply: (state) => {
          const book = state.books[index]
          // A refund of ours that the banks return is reported as a refund, and becomes stuck.
          const isOurRefund = book.bank === 'reversed' && book.isOwed
          const canAct = book.status !== 'none' && !isOurRefund && AT_BANK[book.bank].includes(bank)
          return canAct ? write(state, index, { bank }) : undefined
        },
      }),
    ),
    ...(['reported', 'unreachable', 'absent'] as const).map(
      (response): Event => ({
        name: `settle ${index}: ${response}`,
        // The provider does not know only payments that nobody has acted on.
        apply: (state) =>
          response === 'absent' && state.books[index].bank !== 'nothing'
            ? undefined
            : settle(state, index, response, isOneCheckout),
      }),
    ),
    {
      name: `issue of ${index} closed`,
      apply: (state) =>
        state.books[index].isReviewed ? write(state, index, { isReviewed: false }) : undefined,
    },
    {
      name: `buyer of ${index} forgotten`,
      apply: (state) => {
        const { status, state: payment } = state.books[index]
        const isBusy = status === 'none' || status === 'pending' || payment === 'refund_due'
        return isBusy ? undefined : write(state, index, { isErased: true })
      },
    },
    {
      name: `refund of ${index} done`,
      apply: (state) =>
        state.books[index].state === 'refund_due'
          ? write(state, index, { state: 'refunded', bank: 'reversed' })
          : undefined,
    },
  ])
  const later: Event = {
    name: 'time passes',
    apply: (state) => (state.moment < LAST_MOMENT ? { ...state, moment: state.moment + 1 } : undefined),
  }
  return [...ofBook, later]
}
