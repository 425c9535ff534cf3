import { expect, test } from 'vitest'
import { firstHoldEnd } from '#server/order/hold.ts'
import { canBecome } from '#server/order/transition.ts'
import { decide } from '#server/payment/decision.ts'
import type { ProviderTransaction } from '#server/payment/provider.ts'
import { readVerification } from '#server/payment/reading.ts'
import { ORDER_MOVES, type OrderMove } from '#server/stock/move.ts'
import { prove } from '#test/support/proof.ts'

/**
 * I1, I3, I6, I8, I9, I11: every state that two payments can reach over one unit of stock within ten events, each
 * visited once. The shop's own rules decide (what an answer means, what it does to an order, which moves of stock and
 * of status there are); what carries them out here is the description's table. Two cases: two shoppers with a checkout
 * each, and one shopper whose edited cart has two pages.
 */

const DEPTH = 10
const MINUTE_MS = 60_000
const STARTED_AT = new Date('2026-11-20T09:00:00.000Z')
/** When anything can change by time alone: within the hold, at its end, in extra time, at the end of all extra time. */
const MOMENTS_MIN = [1, 30, 46, 151, 271]
const AMOUNT = 1_550_000

type Bank = 'nothing' | 'ongoing' | 'failed' | 'success' | 'wrong amount' | 'live money' | 'reversed'
type Book = {
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
}
/** `moment` is an index into MOMENTS_MIN. */
type State = { moment: number; available: number; held: number; sold: number; books: readonly [Book, Book] }

const NEW_BOOK: Book = {
  status: 'none',
  state: 'created',
  bank: 'nothing',
  holdEndMin: null,
  isReviewed: false,
}
const START: State = { moment: 0, available: 1, held: 0, sold: 0, books: [NEW_BOOK, NEW_BOOK] }

const minutesIn = (moment: Date) => (moment.getTime() - STARTED_AT.getTime()) / MINUTE_MS
const at = (minutes: number) => new Date(STARTED_AT.getTime() + minutes * MINUTE_MS)

function transactionOf(index: number, bank: Bank): ProviderTransaction {
  const status =
    { nothing: 'abandoned', 'wrong amount': 'success', 'live money': 'success' }[bank as string] ?? bank
  const amount = bank === 'wrong amount' ? AMOUNT - 100 : AMOUNT
  return {
    ...{ id: String(index), status, reference: `reference ${index}`, currency: 'NGN', channel: 'card' },
    ...{ amount, requestedAmount: amount, fees: 33_250, paidAt: null, customer: null },
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
  const book = { ...state.books[index], ...change }
  const before = state.books[index].status
  if (
    before !== 'none' &&
    book.status !== 'none' &&
    before !== book.status &&
    !canBecome(before, book.status)
  ) {
    throw new Error(`${before} became ${book.status}`)
  }
  return { ...state, books: index === 0 ? [book, second] : [first, book] }
}

function must<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(what)
  return value
}

const end = (state: State, index: 0 | 1, change: Partial<Book>): State =>
  write(must(moveStock(state, 'release'), 'nothing to release'), index, { ...change, holdEndMin: null })

/** What `settle` does with what the provider answers. */
function settle(
  state: State,
  index: 0 | 1,
  answer: 'told' | 'unreachable' | 'absent',
  isOneCheckout: boolean,
): State | undefined {
  const book = state.books[index]
  if (book.status === 'none') return undefined
  const now = at(must(MOMENTS_MIN[state.moment], 'no such moment'))
  const other = index === 0 ? 1 : 0
  const sibling = state.books[other]
  const reading = readVerification(
    answer === 'told'
      ? { kind: 'known', transaction: transactionOf(index, book.bank) }
      : answer === 'absent'
        ? { kind: 'absent' }
        : { kind: 'unreachable', message: '' },
    { reference: `reference ${index}`, amount: AMOUNT, currency: 'NGN', mode: 'test' },
  )
  const decision = decide(
    {
      ...{ status: book.status, state: book.state, createdAt: STARTED_AT },
      holdExpiresAt: book.holdEndMin === null ? null : at(book.holdEndMin),
      siblingPaid: isOneCheckout && sibling.status === 'paid',
    },
    reading,
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
        state: reading.kind === 'mismatch' && reading.isOurMoney ? 'refund_due' : 'mismatch',
        isReviewed: true,
      })
    case 'fail': {
      const unknown = book.state === 'created' && reading.kind !== 'failed' && reading.kind !== 'reversed'
      return end(state, index, {
        status: 'failed',
        state: reading.kind === 'reversed' ? 'refunded' : unknown ? 'start_unknown' : 'failed',
      })
    }
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
  }
}

/** What the payer and the bank can still do: a payment that was made can only be taken back. */
const AT_BANK: Record<Bank, readonly Bank[]> = {
  nothing: ['ongoing', 'failed', 'success', 'wrong amount', 'live money'],
  ongoing: ['nothing', 'failed', 'success'],
  failed: ['ongoing', 'success'],
  success: ['reversed'],
  'wrong amount': ['reversed'],
  'live money': [],
  reversed: [],
}

function start(state: State, index: 0 | 1, isOneCheckout: boolean): State | undefined {
  const sibling = state.books[index === 0 ? 1 : 0]
  if (state.books[index].status !== 'none' || state.moment > 0) return undefined
  if (isOneCheckout && sibling.status === 'paid') return undefined
  // An edited cart takes the place of what waits, and may use what that held.
  const freed =
    isOneCheckout && sibling.status === 'pending'
      ? end(state, index === 0 ? 1 : 0, { status: 'cancelled', state: 'expired' })
      : state
  const held = moveStock(freed, 'hold')
  return held && write(held, index, { status: 'pending', holdEndMin: minutesIn(firstHoldEnd(STARTED_AT)) })
}

function listEvents(isOneCheckout: boolean): Event[] {
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
          const canAct = book.status !== 'none' && AT_BANK[book.bank].includes(bank)
          return canAct ? write(state, index, { bank }) : undefined
        },
      }),
    ),
    ...(['told', 'unreachable', 'absent'] as const).map(
      (answer): Event => ({
        name: `settle ${index}: ${answer}`,
        // Unknown there is only what nobody has acted on.
        apply: (state) =>
          answer === 'absent' && state.books[index].bank !== 'nothing'
            ? undefined
            : settle(state, index, answer, isOneCheckout),
      }),
    ),
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
    apply: (state) =>
      state.moment + 1 < MOMENTS_MIN.length ? { ...state, moment: state.moment + 1 } : undefined,
  }
  return [...ofBook, later]
}

/** What is wrong with a state as it stands. */
function faultOf({ available, held, sold, books }: State, isOneCheckout: boolean): string | undefined {
  const count = (status: Book['status']) => books.filter((book) => book.status === status).length
  if (available + held + sold !== 1 || Math.min(available, held, sold) < 0)
    return 'the unit is not there once'
  if (held !== count('pending')) return 'what is held is not what waits for payment'
  if (sold !== count('paid')) return 'what is sold is not what is paid'
  if (isOneCheckout && count('paid') > 1) return 'one checkout is paid twice'
  const wrong = books.find((book) => book.status === 'paid' && !['success', 'reversed'].includes(book.bank))
  if (wrong) return `paid with "${wrong.bank}" at the bank`
  if (books.some((book) => (book.status === 'pending') !== (book.holdEndMin !== null)))
    return 'a hold without its end'
  if (books.some((book) => book.state === 'refund_due' && book.status === 'paid')) return 'goods and money'
  return undefined
}

/** What is wrong once everybody has been asked at the very end: no money in silence (I6, I8), no hold for ever (I10). */
function faultInTheEnd(state: State, isOneCheckout: boolean): string | undefined {
  let last: State = { ...state, moment: MOMENTS_MIN.length - 1 }
  // The first look may only find out what is wrong.
  for (const index of [0, 1, 0, 1] as const) last = settle(last, index, 'told', isOneCheckout) ?? last
  if (last.held > 0) return 'a hold has no end'
  const silent = last.books.find(
    ({ status, state: payment, bank, isReviewed }) =>
      bank === 'success' && status !== 'paid' && payment !== 'refund_due' && !isReviewed,
  )
  return silent ? 'money is kept in silence' : undefined
}

function search(isOneCheckout: boolean): { states: number; edges: number; statuses: Set<string> } {
  const events = listEvents(isOneCheckout)
  const seen = new Map<string, string>([[JSON.stringify(START), '']])
  const statuses = new Set<string>()
  let edges = 0
  let frontier = [START]
  for (let depth = 0; depth < DEPTH && frontier.length > 0; depth++) {
    const next: State[] = []
    for (const state of frontier) {
      const path = seen.get(JSON.stringify(state))
      for (const { name, apply } of events) {
        const reached = apply(state)
        if (reached === undefined) continue
        edges += 1
        const key = JSON.stringify(reached)
        if (seen.has(key)) continue
        seen.set(key, `${path}\n${name}`)
        next.push(reached)
        for (const { status, state: payment } of reached.books) statuses.add(`${status} ${payment}`)
        const fault = faultOf(reached, isOneCheckout) ?? faultInTheEnd(reached, isOneCheckout)
        if (fault !== undefined) throw new Error(`${fault}:${seen.get(key)}\n${key}`)
      }
    }
    frontier = next
  }
  return { states: seen.size, edges, statuses }
}

test('of all states that two payments can reach over one unit, none breaks a rule', async () => {
  await prove(async () => {
    const apart = search(false)
    const together = search(true)
    expect([...apart.statuses].toSorted()).toEqual(
      expect.arrayContaining([
        'cancelled expired',
        'cancelled refund_due',
        'failed failed',
        'failed start_unknown',
        'paid succeeded',
        'pending mismatch',
      ]),
    )
    const edges = apart.edges + together.edges
    return {
      invariants: 'I1, I3, I6, I8, I9, I10, I11',
      what: `Exhaustive search of the rules: 2 references, 1 unit, 2 shoppers or 1 with an edited cart, all events, depth ${DEPTH}`,
      count: apart.states + together.states,
      unit: 'states',
      database: 'none',
      found: `${edges.toLocaleString('en')} moves, none that breaks a rule`,
    }
  })
})
