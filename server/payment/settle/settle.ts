import { recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { sqlState, transact } from '#server/db/retry.ts'
import { logName } from '#server/http/keyed-hash.ts'
import { isErased } from '#server/order/erased.ts'
import { listIssues, openIssue } from '#server/order/issue-store.ts'
import { lockAround } from '#server/order/lock-store.ts'
import { listLines } from '#server/order/store.ts'
import { orderNumber } from '#shared/order-number.ts'
import { isSettledOtherwise } from '../attempt-state.ts'
import { providerFor } from '../provider.ts'
import { listRefundsOf } from '../refund/refund-store.ts'
import { type Attempt, findPayment, getAttemptOfOrder, type Payment } from '../store.ts'
import { applyDecision, type SettleDependencies, type SettleSource } from './apply-decision.ts'
import { type Decision, decide, type Standing, standingOf } from './decision.ts'
import { type ProviderStatus, readVerification } from './provider-status.ts'
import { postponeUnlessNews } from './record-response.ts'

export type Settled = Payment & { providerStatus: ProviderStatus }

/**
 * Brings an order in line with the provider. Called on the shopper's return, by webhooks, by the reconciler and by a
 * new start of the same checkout. Any number of concurrent calls make it paid once. Returns undefined if no payment has
 * this reference. `actor` is the person who triggered it by hand; the change is then recorded in the audit log.
 */
export async function settle(
  dependencies: SettleDependencies,
  reference: string,
  source: SettleSource,
  actor?: string,
): Promise<Settled | undefined> {
  const known = await findPayment(dependencies.db, reference)
  return known && settlePayment(dependencies, known, source, actor)
}

/**
 * Like settle, for a payment that was just read. The provider is queried with no transaction open; then the order is
 * locked, read again and changed by the table of decision.ts, in one transaction. If there is nothing to change, nothing is
 * locked.
 */
export async function settlePayment(
  dependencies: SettleDependencies,
  known: Payment,
  source: SettleSource,
  actor?: string,
): Promise<Settled> {
  const { log, provider, settings } = dependencies
  const { reference, amount, currency } = known.attempt
  if (known.attempt.provider !== provider.name) await reportOtherProvider(dependencies, known)
  const providerStatus = readVerification(await providerFor(provider, known.attempt).verify(reference), {
    reference,
    amount,
    currency,
    mode: provider.mode,
  })
  const unchanged = await leaveUnchanged(dependencies, known, providerStatus)
  if (unchanged !== undefined) {
    const settled = { ...unchanged, providerStatus }
    logSettlement(dependencies, source, { do: 'nothing' }, settled)
    return settled
  }
  const { decision, settled } = await decideUnderLock(
    dependencies,
    known,
    providerStatus,
    source,
    actor,
  ).catch((error: unknown) => {
    if (!isRefusedValue(error)) throw error
    // As for any other response that cannot be acted on, a person is told and the hold ends.
    log.error({ err: error, reference: logName(settings.appSecret, reference) }, 'a payment cannot be stored')
    const why = `the database refuses what it says (${sqlState(error)})`
    return decideUnderLock(dependencies, known, { kind: 'unreadable', why }, source, actor)
  })
  if (CHANGES_AVAILABLE[decision.do]) dependencies.stockAnnouncer.moved(settled.order.checkoutId)
  logSettlement(dependencies, source, decision, settled)
  return settled
}

/** Locks the order, reads it again, and changes it by the table of decision.ts. */
function decideUnderLock(
  dependencies: SettleDependencies,
  known: Payment,
  providerStatus: ProviderStatus,
  source: SettleSource,
  actor: string | undefined,
): Promise<{ decision: Decision; settled: Settled }> {
  const { now } = dependencies
  return transact(dependencies.db, async (tx) => {
    const { order, siblings } = await lockAround(tx, known.order)
    const attempt = await getAttemptOfOrder(tx, order.id)
    const lines = await listLines(tx, order.id)
    const siblingPaid = siblings.some((sibling) => sibling.status === 'paid')
    const standing = await readStanding(tx, attempt, providerStatus)
    const situation = { ...order, ...standing, siblingPaid, isErased: isErased(order) }
    const decision = decide(situation, providerStatus, now(), dependencies.settings.paymentChannels)
    const { hasRefund } = standing
    const work = { ...dependencies, tx, order, lines, attempt, siblings, providerStatus, hasRefund, source }
    const settled = { ...(await applyDecision(work, decision)), providerStatus }
    if (actor !== undefined && decision.do !== 'nothing') {
      const before = { status: order.status, payment: attempt.state }
      const after = { status: settled.order.status, payment: settled.attempt.state }
      const details = { before, after, decision: decision.do }
      await recordAct(tx, { actor, action: 'payment.settle', subject: order.id, details }, now())
    }
    return { decision, settled }
  })
}

/** The database cannot store a value, or has one like it: trying again changes nothing. [PostgreSQL, appendix A: 22, 23] */
function isRefusedValue(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error) ?? '')
}

/**
 * The payment, if the provider status changes neither it nor its order. Other orders, refunds and issues only matter to
 * `decide` for a payment that somebody has made.
 */
async function leaveUnchanged(
  { db, now, provider, settings }: SettleDependencies,
  { order, attempt }: Payment,
  providerStatus: ProviderStatus,
): Promise<Payment | undefined> {
  const alone = {
    siblingPaid: false,
    isErased: false,
    hasRefund: false,
    isIssueOpened: false,
    isUnsettledKnown: false,
  }
  const situation = { ...order, ...alone, state: attempt.state }
  if (decide(situation, providerStatus, now(), settings.paymentChannels).do !== 'nothing') return undefined
  const postponed = await postponeUnlessNews(db, {
    order,
    attempt,
    providerStatus,
    hasRefund: false,
    provider,
    now,
  })
  return postponed && { order, attempt: postponed }
}

/** Nobody can be asked about a payment of a provider that the shop no longer has: until its hold ends, a person may look. */
async function reportOtherProvider(
  { db, now }: SettleDependencies,
  { order, attempt }: Payment,
): Promise<void> {
  if (attempt.state === 'succeeded' || isSettledOtherwise(attempt.state)) return
  const detail = `The payment was started at ${attempt.provider}, which this shop no longer uses: look there whether it was paid.`
  const issues = await listIssues(db, order.id)
  const isReported = issues.some((issue) => issue.detail === detail)
  if (!isReported) await openIssue(db, order.id, { kind: 'other', detail }, now())
}

/** Whether a decision changes how much can be bought: paying in time only turns held goods into sold ones. */
const CHANGES_AVAILABLE: Record<Decision['do'], boolean> = {
  pay: false,
  'pay-late': true,
  refund: true,
  fail: true,
  cancel: true,
  mismatch: false,
  extend: false,
  reversed: false,
  reinstate: false,
  'open-issue': false,
  nothing: false,
}

/** Skips the reads that the attempt's state makes unnecessary. */
async function readStanding(
  tx: Database,
  attempt: Attempt,
  providerStatus: ProviderStatus,
): Promise<Standing> {
  const { orderId, reference, state } = attempt
  const refunds = isSettledOtherwise(state) ? await listRefundsOf(tx, reference) : []
  const hasIssues = state === 'mismatch' || providerStatus.kind === 'unreadable'
  const issues = hasIssues ? await listIssues(tx, orderId) : []
  return standingOf(attempt, refunds, issues)
}

const OPENS_ISSUE = new Set<Decision['do']>(['mismatch', 'reversed', 'reinstate', 'open-issue'])

/** Logs every change of a payment or order, without personal data. A check that changed nothing is not logged. */
function logSettlement(
  { log, metrics, settings }: SettleDependencies,
  source: SettleSource,
  decision: Decision,
  { order, attempt, providerStatus }: Settled,
): void {
  metrics.settled({ source, decision: decision.do })
  const about = {
    decision: decision.do,
    source,
    order: orderNumber(order.id),
    status: order.status,
    payment: attempt.state,
    amountKobo: attempt.amount,
    reference: logName(settings.appSecret, attempt.reference),
  }
  if (providerStatus.kind === 'in-flight' && providerStatus.transaction.status === 'unknown') {
    log.warn({ ...about, word: providerStatus.transaction.word }, 'the provider uses a word we do not know')
  }
  if (decision.do === 'nothing') return
  const isAlert = OPENS_ISSUE.has(decision.do) || attempt.state === 'refund_due'
  if (isAlert) log.warn(about, 'payment needs a person')
  else log.info(about, 'payment settled')
}
