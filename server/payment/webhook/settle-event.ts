import { raiseAlert } from '#server/alert/raise.ts'
import { transact } from '#server/db/retry.ts'
import { logName } from '#server/http/keyed-hash.ts'
import type { NewIssue } from '#server/order/issue.ts'
import { listIssues, openIssue } from '#server/order/issue-store.ts'
import { isReference } from '../reference.ts'
import { flagExternalRefunds } from '../refund/external-refund.ts'
import { checkRefund } from '../refund/refund.ts'
import type { SettleDependencies } from '../settle/apply-decision.ts'
import { type Settled, settlePayment } from '../settle/settle.ts'
import { findPayment, type Payment } from '../store.ts'
import { markEventSettled, type ProviderEvent } from './event-store.ts'

/** Acts on a stored event. Throws in order to be retried. */
export async function settleEvent(dependencies: SettleDependencies, event: ProviderEvent): Promise<void> {
  const { db, now } = dependencies
  await actOn(dependencies, event)
  await markEventSettled(db, event, { now: now(), mayBeOurs: mayBeOurs(dependencies, event) })
}

/** Other applications may share the account. */
function mayBeOurs({ provider }: SettleDependencies, { event, reference }: ProviderEvent): boolean {
  return reference === null ? provider.eventKind(event) !== 'other' : isReference(reference)
}

async function actOn(dependencies: SettleDependencies, received: ProviderEvent): Promise<void> {
  const { db, log, provider, settings } = dependencies
  const { event, reference } = received
  if (reference === null) return
  const payment = await findPayment(db, reference)
  if (payment === undefined) {
    // An unknown reference in our format is a loss to look into.
    if (mayBeOurs(dependencies, received)) {
      log.error(
        { event, reference: logName(settings.appSecret, reference) },
        'event for a payment we do not know',
      )
    }
    return
  }
  const settle = () => settlePayment(dependencies, payment, 'webhook')
  switch (provider.eventKind(event)) {
    case 'success':
      if (!isOldNews(dependencies, payment, received)) mustBeReached(await settle())
      return
    case 'refund': {
      // Before settling the payment: our own refund is then on record and not mistaken for a reversal.
      await checkRefund(dependencies, reference)
      const settled = await settle()
      mustBeReached(settled)
      // The event does not say whether the refund is ours.
      if (!(await flagExternalRefunds(dependencies, settled.attempt))) throw away()
      return
    }
    case 'rejected':
      await settle()
      return openIssueOnce(dependencies, payment.order, received, {
        kind: 'unsettled',
        detail: 'a bank transfer arrived and was rejected',
      })
    case 'dispute': {
      const settled = await settle()
      // Even if the payment cannot be verified: the response to a dispute has a deadline.
      await openIssueOnce(dependencies, payment.order, received, { kind: 'disputed' })
      return mustBeReached(settled)
    }
    default:
      mustBeReached(await settle())
  }
}

const away = () => new Error('The provider could not be reached')

function mustBeReached({ providerStatus }: Settled): void {
  if (providerStatus.kind === 'unreachable') throw away()
}

/** The shopper's return, as a rule, was settled after this success came in: there is nothing to add. */
function isOldNews(
  { provider }: SettleDependencies,
  { order, attempt }: Payment,
  { receivedAt }: ProviderEvent,
): boolean {
  const { state, nextCheckAt, providerStatus, updatedAt } = attempt
  const isSettled = order.status === 'paid' && state === 'succeeded' && nextCheckAt === null
  const isConfirmed = providerStatus !== null && provider.statusOf(providerStatus) === 'success'
  return isSettled && isConfirmed && updatedAt >= receivedAt
}

/** Once per event, however often it is tried: its issue may have been closed in between. */
async function openIssueOnce(
  dependencies: SettleDependencies,
  { id: orderId, total }: Payment['order'],
  { receivedAt }: ProviderEvent,
  opened: NewIssue,
): Promise<void> {
  const { db, now } = dependencies
  const issues = await listIssues(db, orderId)
  const isIssueOpened = issues.some(
    ({ kind, closedAt }) => kind === opened.kind && (closedAt === null || closedAt >= receivedAt),
  )
  if (isIssueOpened) return
  await transact(db, async (tx) => {
    await openIssue(tx, orderId, opened, now())
    if (opened.kind !== 'disputed') return
    const subject = `${orderId} ${receivedAt.toISOString()}`
    await raiseAlert(tx, dependencies, subject, { kind: 'disputed', orderId, total })
  })
}
