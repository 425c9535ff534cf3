import { createHash } from 'node:crypto'
import type { LineCap } from '#server/api/line-cap.ts'
import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { logName } from '#server/keyed-hash.ts'
import { listCases, openCase } from '#server/order/case-store.ts'
import { ShopError } from '#shared/errors.ts'
import type { SettleDependencies } from './apply-decision.ts'
import { claimDueEvent, insertEvent, markEventSettled, type ProviderEvent, tryEvent } from './event-store.ts'
import { flagExternalRefunds } from './external-refund.ts'
import { webhookBody } from './paystack-wire.ts'
import { isReference } from './reference.ts'
import { checkRefund, REFUND_TAKES_S } from './refund.ts'
import { settlePayment } from './settle.ts'
import { findPayment, type Payment } from './store.ts'

const QUEUE = 'provider-event'

/**
 * Receives a webhook delivery. Checks the signature over the raw bytes, then stores the event once, together with the
 * job that settles it, in one transaction. Once this returns, the event cannot be lost.
 */
export async function receiveWebhook(
  {
    db,
    jobs,
    now,
    log,
    provider,
    refusals,
  }: Pick<Dependencies, 'db' | 'jobs' | 'now' | 'log' | 'provider'> & { refusals: LineCap },
  rawBody: Uint8Array,
  signature: string | undefined,
): Promise<void> {
  if (!provider.isSignatureValid(rawBody, signature)) {
    if (refusals.take())
      log.warn({ bytes: rawBody.length, signed: signature !== undefined }, 'webhook refused')
    throw new ShopError('INVALID_SIGNATURE', 'The signature does not fit the body.')
  }
  // The database cannot store NUL in a text; the hash still covers the raw bytes.
  const text = new TextDecoder().decode(rawBody).replaceAll('\0', '\ufffd')
  const read = readBody(text)
  await transact(db, async (tx) => {
    const id = await insertEvent(tx, {
      bodyHash: createHash('sha256').update(rawBody).digest('hex'),
      event: read?.event ?? 'unreadable',
      reference: read?.reference ?? null,
      body: text,
      receivedAt: now(),
      settledAt: read === undefined ? now() : null,
    })
    if (id !== undefined && read !== undefined) await jobs.send(tx, QUEUE, { id })
  })
  if (read === undefined) {
    log.warn({ bytes: rawBody.length }, 'a signed webhook cannot be read')
  } else if (read.reference === null && ABOUT_MONEY.test(read.event)) {
    log.warn({ event: read.event }, 'an event about money names no payment')
  }
}

/** Payments, disputes and refunds: each such event is about one payment. */
const ABOUT_MONEY = /^(charge|refund)\./

function readBody(text: string): { event: string; reference: string | null } | undefined {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return undefined
  }
  const parsed = webhookBody.safeParse(json)
  if (!parsed.success) return undefined
  const { event, data } = parsed.data
  const reference = data?.reference ?? data?.transaction_reference ?? data?.transaction?.reference
  return { event, reference: reference ?? null }
}

export function defineWebhookWork(dependencies: SettleDependencies): void {
  const { db, jobs, now } = dependencies
  const options = { retryLimit: 5, retryDelayS: 2, retryDelayMaxS: 60, expireInS: REFUND_TAKES_S + 60 }
  jobs.define(QUEUE, options, async ({ id }) => {
    const event = await tryEvent(db, Number(id), now())
    if (event !== undefined) await settleEvent(dependencies, event)
  })
}

/**
 * Settles all events that are due: their job was lost, gave up, or waits for its next try. All processes share the work;
 * each event is claimed by one of them. A failed one is due again in a minute at most, behind those that are due before it,
 * so that it neither stops nor starves the others. Ends early once the shop is `stopping`.
 */
export async function settleOverdueEvents(
  dependencies: SettleDependencies,
  stopping?: AbortSignal,
): Promise<void> {
  const { db, log, now } = dependencies
  while (!stopping?.aborted) {
    const due = await claimDueEvent(db, now())
    if (due === undefined) return
    try {
      await settleEvent(dependencies, due)
    } catch (error) {
      const { event, attempts } = due
      log.warn({ err: error, event, attempts }, 'an event could not be settled, will be tried again')
    }
  }
}

/**
 * Processes a stored event. Its body only hints at what to check; the response of the provider's API decides. Throws in
 * order to be retried.
 */
async function settleEvent(dependencies: SettleDependencies, event: ProviderEvent): Promise<void> {
  const { db, now } = dependencies
  await actOn(dependencies, event)
  await markEventSettled(db, event, { now: now(), mayBeOurs: mayBeOurs(event) })
}

/** Other applications may share the account. */
function mayBeOurs({ event, reference }: ProviderEvent): boolean {
  return reference === null ? ABOUT_MONEY.test(event) : isReference(reference)
}

/** Dispute events that need a person; the end of a dispute does not. */
const DISPUTE_OPENS = new Set(['charge.dispute.create', 'charge.dispute.remind'])

async function actOn(dependencies: SettleDependencies, received: ProviderEvent): Promise<void> {
  const { db, log, settings } = dependencies
  const { event, reference } = received
  if (reference === null) return
  const payment = await findPayment(db, reference)
  if (payment === undefined) {
    // An unknown reference in our format is a loss to look into.
    if (mayBeOurs(received)) {
      log.error(
        { event, reference: logName(settings.appSecret, reference) },
        'event for a payment we do not know',
      )
    }
    return
  }
  if (isOldNews(payment, received)) return
  const isRefund = event.startsWith('refund.')
  // Before settling the payment: our own refund is then on record and not mistaken for a reversal.
  if (isRefund) await checkRefund(dependencies, reference)
  const settled = await settlePayment(dependencies, payment, 'webhook')
  // Even if the payment cannot be verified: the answer to a dispute has a deadline.
  if (DISPUTE_OPENS.has(event)) await openDispute(dependencies, payment.order.id, received)
  if (settled.reading.kind === 'unreachable') throw away()
  // The event does not say whether the refund is ours.
  if (isRefund && !(await flagExternalRefunds(dependencies, settled.attempt))) throw away()
}

/** Once per event, however often that is tried: its case may have been closed in between. */
async function openDispute(
  { db, now }: SettleDependencies,
  orderId: string,
  { receivedAt }: ProviderEvent,
): Promise<void> {
  const cases = await listCases(db, orderId)
  const isTold = cases.some(
    ({ kind, closedAt }) => kind === 'disputed' && (closedAt === null || closedAt >= receivedAt),
  )
  if (!isTold) await openCase(db, orderId, { kind: 'disputed' }, now())
}

/** The shopper's return, as a rule, was settled after this success came in: there is nothing to add. */
function isOldNews({ order, attempt }: Payment, { event, receivedAt }: ProviderEvent): boolean {
  const isSettled = order.status === 'paid' && attempt.state === 'succeeded' && attempt.nextCheckAt === null
  const isConfirmed = attempt.providerStatus === 'success' && attempt.updatedAt >= receivedAt
  return event === 'charge.success' && isSettled && isConfirmed
}

const away = () => new Error('The provider could not be reached')
