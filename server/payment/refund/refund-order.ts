import { recordAct } from '#server/audit/store.ts'
import { transact } from '#server/db/retry.ts'
import { isErased } from '#server/order/erased.ts'
import { lockOrdersWith } from '#server/order/lock-store.ts'
import { queueOrderMail } from '#server/order/mail/order-mail.ts'
import { findOrder } from '#server/order/store.ts'
import { Refusal } from '#server/refusal.ts'
import { formatKobo, type Kobo } from '#shared/naira.ts'
import { orderNumber } from '#shared/order-number.ts'
import { type ProviderTransaction, providerFor } from '../provider.ts'
import type { SettleDependencies } from '../settle/apply-decision.ts'
import { readVerification } from '../settle/provider-status.ts'
import { type Attempt, getAttemptOfOrder, updateAttempt } from '../store.ts'
import { isPartOf, queueRefund, sendDueRefunds } from './refund.ts'
import { findRefundByReference, type Refund } from './refund-store.ts'

/** `amount` in kobo; if omitted, the whole payment is refunded. */
export type OwnersRefund = { orderId: string; amount?: Kobo | undefined; reason: string; actor: string }

/** What a refund would return, checked with the provider; changes nothing. Throws a Refusal if it cannot be made. */
export async function planRefund(
  dependencies: SettleDependencies,
  { orderId, amount }: Pick<OwnersRefund, 'orderId' | 'amount'>,
): Promise<{ paid: Kobo; amount: Kobo }> {
  const { db } = dependencies
  const order = await findOrder(db, orderId)
  if (order?.status !== 'paid') {
    throw new Refusal(
      `Order #${orderNumber(orderId)} is ${order?.status ?? 'unknown'}: only a paid order can be refunded.`,
    )
  }
  const attempt = await getAttemptOfOrder(db, orderId)
  const refund = await findRefundByReference(db, attempt.reference)
  if (refund !== undefined) throw alreadyRefunded(orderId, refund)
  const transaction = await verifyAtProvider(dependencies, attempt)
  const paid = transaction.amount
  if (amount !== undefined && amount > paid)
    throw new Refusal(`Only ${formatKobo(paid)} was paid. Nothing was changed.`)
  return { paid, amount: amount ?? paid }
}

/**
 * Refunds a paid order in full or in part, once per payment. The refund, its mail and its audit entry are written in
 * one transaction; then it is requested from the provider like every refund. The order stays paid and its goods count
 * as sold; returned goods are received as new stock. The buyer gets a mail, unless they were erased, even if the provider then
 * refuses the refund: it is owed, and a person returns the money.
 */
export async function refundOrder(
  dependencies: SettleDependencies,
  wanted: OwnersRefund,
): Promise<Refund & { isBuyerTold: boolean }> {
  const { db, jobs, log, now } = dependencies
  const { orderId, reason, actor } = wanted
  const { amount, paid } = await planRefund(dependencies, wanted)
  const { reference, isBuyerTold } = await transact(db, async (tx) => {
    const { order } = await lockOrdersWith(tx, orderId)
    const attempt = await getAttemptOfOrder(tx, orderId)
    if (order.status !== 'paid' || attempt.state !== 'succeeded') {
      throw new Refusal(
        `The money of order #${orderNumber(orderId)} is on its way back already. Nothing was changed.`,
      )
    }
    const refund = { reference: attempt.reference, attemptId: attempt.id, amount, reason: 'owner' } as const
    const isNew = await queueRefund(tx, jobs, refund, now())
    if (!isNew)
      throw new Refusal(`Order #${orderNumber(orderId)} has its refund already. Nothing was changed.`)
    const isPart = isPartOf(attempt, refund)
    if (!isPart) await updateAttempt(tx, attempt.id, { state: 'refund_due' }, now())
    const mail = {
      kind: 'order_refunded',
      orderId,
      recipient: order.email,
      reference: attempt.reference,
    } as const
    await queueOrderMail(tx, jobs, { ...mail, refund: { reason: 'owner', amount, isPart } }, now())
    const details = { before: { paid, refunded: 0 }, after: { paid, refunded: amount }, reason }
    await recordAct(tx, { actor, action: 'order.refund', subject: orderId, details }, now())
    return { reference: attempt.reference, isBuyerTold: !isErased(order) }
  })
  // Others that are due are sent with it. Whatever fails there, this one stands, and is sent by the next sweep.
  await sendDueRefunds(dependencies).catch((error) =>
    log.warn({ err: error }, 'due refunds were not all sent'),
  )
  const refund = await findRefundByReference(db, reference)
  if (refund === undefined) throw new Error(`The refund of order ${orderId} is gone`)
  return { ...refund, isBuyerTold }
}

/**
 * The payment as the provider has it now. Refuses if a refund was made there by hand, because it would be taken for
 * ours; one that failed returned no money.
 */
async function verifyAtProvider(
  { provider }: SettleDependencies,
  attempt: Attempt,
): Promise<ProviderTransaction> {
  const { reference, amount, currency } = attempt
  const result = await providerFor(provider, attempt).verify(reference)
  const providerStatus = readVerification(result, { reference, amount, currency, mode: provider.mode })
  if (providerStatus.kind === 'unreachable') throw away()
  if (providerStatus.kind !== 'success') {
    throw new Refusal(
      `The provider does not count this payment as a success (${providerStatus.kind}). Nothing was changed.`,
    )
  }
  const found = await provider.listRefunds({
    id: providerStatus.transaction.id,
    reference,
    since: attempt.createdAt,
  })
  if (found.kind === 'unreachable') throw away()
  if (found.refunds.some(({ state }) => state !== 'failed')) {
    throw new Refusal(
      'The provider has a refund of this payment already, made in its dashboard. Nothing was changed.',
    )
  }
  return providerStatus.transaction
}

function away(): Refusal {
  return new Refusal('The payment provider cannot be reached now. Nothing was changed; try again later.')
}

function alreadyRefunded(orderId: string, { amount, state }: Refund): Refusal {
  const how = {
    requested: 'is about to go back',
    sent: 'is on its way back',
    done: 'went back',
    failed: 'could not go back',
  }
  return new Refusal(
    `${formatKobo(amount)} of order #${orderNumber(orderId)} ${how[state]} already, and a payment is refunded once. Nothing was changed.`,
  )
}
