import { listOrdersNamed, listOrdersOfTotal } from '#server/order/overview-store.ts'
import type { Order } from '#server/order/store.ts'
import type { PaidVerdict } from '#shared/contract/admin/paid.ts'
import { DAY_MS } from '#shared/duration.ts'
import { parseAmount } from '#shared/parse-amount.ts'
import { isMoneyReturned } from '../attempt-state.ts'
import { getPaymentOfOrder } from '../store.ts'
import type { SettleDependencies } from './apply-decision.ts'
import { type Settled, settlePayment } from './settle.ts'

/** An order that may be meant, and what the provider says of its payment at this moment. */
export type AskedOrder = { order: Order; verdict: PaidVerdict }

const ASKED_MAX = 5
/** An amount alone names orders of the last days only. */
const AMOUNT_DAYS = 7

/**
 * Whether the orders of this number, payment reference or amount are paid. The provider is asked about each now, whatever the shop
 * has on record or a picture of a bank's message shows; what it says is settled as always. `actor` is who asks, for the audit log of
 * what changes by that.
 */
export async function askIfPaid(
  dependencies: SettleDependencies,
  { what, actor }: { what: string; actor: string },
): Promise<{ found: AskedOrder[]; hasMore: boolean }> {
  const { db, now } = dependencies
  const amount = parseAmount(what)
  const since = new Date(now().getTime() - AMOUNT_DAYS * DAY_MS)
  const named = await listOrdersNamed(db, what)
  const ofTotal = amount === undefined ? [] : await listOrdersOfTotal(db, amount, since, ASKED_MAX + 1)
  const ids = [...new Set([...named, ...ofTotal].map(({ id }) => id))]
  const found = await Promise.all(
    ids.slice(0, ASKED_MAX).map(async (id) => {
      const settled = await settlePayment(dependencies, await getPaymentOfOrder(db, id), 'owner', actor)
      return { order: settled.order, verdict: verdictOf(settled) }
    }),
  )
  return { found, hasMore: ids.length > ASKED_MAX }
}

function verdictOf({ order, attempt, providerStatus }: Settled): PaidVerdict {
  const { kind } = providerStatus
  if (kind === 'unreachable' || kind === 'unreadable' || kind === 'mismatch') return 'unsure'
  if (isMoneyReturned(attempt.state) || kind === 'reversed') return 'returned'
  if (kind === 'success') return order.status === 'paid' ? 'paid' : 'unsure'
  // The shop has it as paid, and the provider no longer says so.
  if (order.status === 'paid') return 'unsure'
  return kind === 'in-flight' ? 'being-paid' : 'not-paid'
}
