/**
 * The provider's webhook. A delivery is checked against its signature, stored, and acknowledged; then the worker acts on it,
 * by the kind of its event (settle-event.ts):
 *
 *   success        settle the payment
 *   refund         check our refund, settle the payment, flag refunds that are not ours
 *   dispute        settle the payment, open an issue
 *   rejected       settle the payment, open an issue
 *   other-payment  settle the payment
 *   other          settle the payment, if it names one
 *
 * An event only hints at what to ask for: the response of the provider's API decides.
 */
import { createHash } from 'node:crypto'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { LineCap } from '#server/http/line-cap.ts'
import { ShopError } from '#shared/errors.ts'
import { REFUND_TAKES_S } from '../refund/refund.ts'
import type { SettleDependencies } from '../settle/apply-decision.ts'
import { findReferenceOf } from '../store.ts'
import { claimDueEvent, insertEvent, tryEvent } from './event-store.ts'
import { settleEvent } from './settle-event.ts'

const QUEUE = 'provider-event'

/**
 * Receives a delivery: stores its event once, together with the job that settles it, in one transaction. Once this returns,
 * the event cannot be lost.
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
  headers: Headers,
): Promise<void> {
  const read = provider.readEvent(rawBody, headers)
  if (read.kind === 'forged') {
    if (refusals.claim()) log.warn({ bytes: rawBody.length, signed: read.isSigned }, 'webhook refused')
    throw new ShopError('INVALID_SIGNATURE', 'The signature does not fit the body.')
  }
  const isReadable = read.kind === 'event'
  const name = isReadable ? read.name : 'unreadable'
  const reference = isReadable ? await referenceOf(db, read) : null
  const kind = provider.eventKind(name)
  await transact(db, async (tx) => {
    const id = await insertEvent(tx, {
      bodyHash: createHash('sha256').update(rawBody).digest('hex'),
      event: name,
      reference,
      // The database cannot store NUL in a text; the hash still covers the raw bytes.
      body: new TextDecoder().decode(rawBody).replaceAll('\0', '\ufffd'),
      receivedAt: now(),
      settledAt: isReadable ? null : now(),
      mayRepeat: kind === 'refund',
    })
    if (id !== undefined && isReadable) await jobs.send(tx, QUEUE, { id })
  })
  if (!isReadable) log.warn({ bytes: rawBody.length }, 'a signed webhook cannot be read')
  else if (reference === null && kind !== 'other') {
    log.warn({ event: name }, 'an event about money names no payment')
  }
}

/** Some events name their payment by the provider's number only. */
async function referenceOf(
  db: Database,
  { reference, transactionId }: { reference: string | null; transactionId: string | null },
): Promise<string | null> {
  if (reference !== null || transactionId === null) return reference
  return (await findReferenceOf(db, transactionId)) ?? null
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
