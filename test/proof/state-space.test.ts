import { expect, test } from 'vitest'
import { prove, sized } from '#test/support/proof.ts'
import { type Book, LAST_MOMENT, listEvents, START, type State, settle } from './state-space/space.ts'

/**
 * I1, I3, I6, I8, I9, I10, I11: every state that two payments can reach over one unit of stock within ten events (seven in
 * the reduced version), each visited once. The shop's own rules decide (what a response means, what it does to an order, which
 * moves of stock and status exist); they are executed here on the tables of the specification. Two cases: two shoppers with a
 * checkout each, and one shopper whose edited cart has two pages.
 */

const DEPTH = sized({ quick: 7, whole: 10 })

/** What is wrong with a state; undefined if nothing is. */
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

/** What is wrong after settling everything at the last moment: no money unaccounted for (I6, I8), no endless hold (I10). */
function faultInTheEnd(state: State, isOneCheckout: boolean): string | undefined {
  let last: State = { ...state, moment: LAST_MOMENT }
  // Twice, since the first settling may only discover that something is wrong.
  for (const index of [0, 1, 0, 1] as const) last = settle(last, index, 'reported', isOneCheckout) ?? last
  if (last.held > 0) return 'a hold has no end'
  const silent = last.books.find(
    ({ status, state: payment, bank, isReviewed, isIssueOpened }) =>
      bank === 'success' && status !== 'paid' && payment !== 'refund_due' && !(isReviewed || isIssueOpened),
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

test('no state that two payments can reach over one unit breaks a rule', async () => {
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
      found: `${edges.toLocaleString('en')} transitions, none breaks a rule`,
    }
  })
})
