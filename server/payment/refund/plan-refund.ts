import type { Database } from '#server/db/connection.ts'
import { countExchanged, listExchangesOf } from '#server/order/exchange-store.ts'
import { isOpen } from '#server/order/issue.ts'
import { listIssues } from '#server/order/issue-store.ts'
import { getOrder, listLines, type Order } from '#server/order/store.ts'
import { Refusal } from '#server/refusal.ts'
import { countPieces } from '#shared/item-count.ts'
import { formatKobo, type Kobo } from '#shared/naira.ts'
import { orderNumber } from '#shared/order-number.ts'
import { type ProviderRefund, type ProviderTransaction, providerFor } from '../provider.ts'
import type { SettleDependencies } from '../settle/apply-decision.ts'
import { readVerification } from '../settle/provider-status.ts'
import { type Attempt, getAttemptOfOrder } from '../store.ts'
import { matchRefunds } from './match-refunds.ts'
import {
  type MeasuredRefund,
  measureRefund,
  type RefundedLine,
  sumReturned,
  type WantedRefund,
} from './measure-refund.ts'
import { checkRefund, hasNumber } from './refund.ts'
import { listRefundLinesOf, listRefundsOf, type Refund } from './refund-store.ts'

/** What the provider says of a payment that is to be refunded. */
export type AskedProvider = { paid: Kobo; external: readonly ProviderRefund[] }
export type RefundPlan = MeasuredRefund & { paid: Kobo; returned: Kobo; asked: AskedProvider }

/** What was refunded of an order's payment, and of which of its lines. */
export async function readRefunds(db: Database, orderId: string) {
  const attempt = await getAttemptOfOrder(db, orderId)
  const refunds = await listRefundsOf(db, attempt.reference)
  const refunded = await listRefundLinesOf(db, attempt.reference)
  const hasFailed = new Set(refunds.filter(({ state }) => state === 'failed').map(({ id }) => id))
  const bought = await listLines(db, orderId)
  const exchanges = await listExchangesOf(db, orderId)
  const lines = bought.map((line, position) => {
    const own = refunded.filter((each) => each.position === position)
    const count = (which: (each: (typeof own)[number]) => boolean) => countPieces(own.filter(which))
    return {
      ...line,
      position,
      refunded: count(({ refundId }) => !hasFailed.has(refundId)),
      restocked: count(({ isRestocked }) => isRestocked) + countExchanged(exchanges, position),
    } satisfies RefundedLine
  })
  return { attempt, refunds, refunded, lines }
}

/**
 * What a refund would return, checked with the provider; records nothing of it. A refund before it whose response was lost
 * is looked for first. Throws a Refusal if it cannot be made.
 */
export async function planRefund(
  dependencies: SettleDependencies,
  { orderId, ...wanted }: WantedRefund & { orderId: string },
): Promise<RefundPlan> {
  const { db } = dependencies
  const order = await getOrder(db, orderId)
  const { attempt, refunds } = await readRefunds(db, orderId)
  const last = refunds.at(-1)
  if (last !== undefined && !hasNumber(last)) await checkRefund(dependencies, attempt.reference)
  const before = await readRefunds(db, orderId)
  await refuseUnlessFree(db, order, before)
  const asked = await askProvider(dependencies, before.attempt, before.refunds)
  return { ...measure(before, asked, wanted), asked }
}

/** The same once more in the transaction that makes the refund, of a locked order. */
export async function planLocked(
  tx: Database,
  order: Order,
  asked: AskedProvider,
  wanted: WantedRefund,
): Promise<RefundPlan & Awaited<ReturnType<typeof readRefunds>>> {
  const standing = await readRefunds(tx, order.id)
  await refuseUnlessFree(tx, order, standing)
  return { ...standing, ...measure(standing, asked, wanted), asked }
}

type Refunds = Pick<Awaited<ReturnType<typeof readRefunds>>, 'attempt' | 'refunds' | 'lines'>

function measure(
  { attempt, refunds, lines }: Refunds,
  { paid, external }: AskedProvider,
  wanted: WantedRefund,
): MeasuredRefund & { paid: Kobo; returned: Kobo } {
  const byHand = external.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  const returned = sumReturned(refunds) + byHand
  const measured = measureRefund({ paid, returned, lines }, wanted, attempt)
  return { ...measured, paid, returned }
}

/** Refuses unless the order is paid and the provider has numbered, or does not have, the refund before. */
export async function refuseUnlessFree(
  db: Database,
  { id, status }: Pick<Order, 'id' | 'status'>,
  { attempt, refunds }: Pick<Refunds, 'attempt' | 'refunds'>,
): Promise<void> {
  const number = `#${orderNumber(id)}`
  if (status !== 'paid') throw new Refusal(`Order ${number} is ${status}: only a paid order can be refunded.`)
  if (attempt.state !== 'succeeded')
    throw new Refusal(`The money of order ${number} is on its way back already. Nothing was changed.`)
  const last = refunds.at(-1)
  if (last === undefined || hasNumber(last)) return
  // Nobody knows whether it arrived: a person finds out, and closes the issue.
  const isLost = last.state === 'failed'
  const issues = isLost ? (await listIssues(db, id)).filter(isOpen) : []
  if (isLost && !issues.some(({ kind }) => kind === 'refund-stuck')) return
  throw new Refusal(
    `${formatKobo(last.amount)} of order ${number} is still being refunded: the provider has not confirmed it yet. The next refund can be made after that. Nothing was changed.`,
  )
}

/** The payment as the provider has it now, with the refunds that were made there by hand. */
async function askProvider(
  { db, provider }: SettleDependencies,
  attempt: Attempt,
  own: readonly Refund[],
): Promise<AskedProvider> {
  const { reference, amount, currency, orderId } = attempt
  const asked = providerFor(provider, attempt)
  const result = await asked.verify(reference)
  const providerStatus = readVerification(result, { reference, amount, currency, mode: provider.mode })
  if (providerStatus.kind === 'unreachable') throw away()
  if (providerStatus.kind !== 'success') {
    throw new Refusal(
      `The provider does not count this payment as a success (${providerStatus.kind}). Nothing was changed.`,
    )
  }
  const transaction: ProviderTransaction = providerStatus.transaction
  const found = await asked.listRefunds({ id: transaction.id, reference, since: attempt.createdAt })
  if (found.kind === 'unreachable') throw away()
  const { external } = matchRefunds(found.refunds, own, await listIssues(db, orderId))
  if (external.some((refund) => refund.amount === null))
    throw new Refusal(
      'The provider has a refund of this payment whose amount cannot be read: look in its dashboard. Nothing was changed.',
    )
  return { paid: transaction.amount, external }
}

function away(): Refusal {
  return new Refusal('The payment provider cannot be reached now. Nothing was changed; try again later.')
}
