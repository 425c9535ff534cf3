import { setTimeout as sleep } from 'node:timers/promises'
import { DAY_MS } from '#shared/duration.ts'
import type { FoundRefunds, PaymentProvider, ProviderRefund, VerifyResult } from '../provider.ts'
import { type CallerOptions, createPaystackCaller } from './client.ts'
import { eventKind, readEvent, SIGNATURE_HEADER } from './event.ts'
import {
  createRefundResponse,
  initializeResponse,
  nextPage,
  refundList,
  refundResponse,
  statusOf,
  transactionList,
  verifyResponse,
} from './wire.ts'

const START_TIMEOUT_MS = 10_000
const VERIFY_TIMEOUT_MS = 5_000
const VERIFY_TRIES = 3
/** Budget for all tries of one verification, so that the shopper's page gets its response within 10 s. */
const VERIFY_BUDGET_MS = 8_500
const REFUND_TIMEOUT_MS = 10_000
const LIST_TIMEOUT_MS = 20_000
const LIST_PAGE_SIZE = 100
/** What a page has if the provider ignores the size that was asked for. */
const DEFAULT_PAGE_SIZE = 50
/** Budget for all pages of one payment's refunds: whoever claims a refund has a minute for it. */
const REFUND_LIST_BUDGET_MS = 20_000
/** The provider's clock may be behind ours. */
const CLOCKS_DIFFER_MS = DAY_MS
const RETRY_WAIT_MS = 250
/** ₦50, the smallest sensible charge. [paystack.com/docs/payments/recurring-charges] */
const SMALLEST_TOTAL_KOBO = 5_000
const HOSTED_PAGE_HOST = 'checkout.paystack.com'

export type PaystackOptions = CallerOptions & {
  /** The previous key: webhooks that Paystack still retries (for 72 h) are signed with it. Never used for requests. */
  previousSecretKey?: string
  /** Origin of the sandbox's page, if it replaces Paystack; otherwise payers are only sent to checkout.paystack.com. */
  sandboxOrigin?: string
  /** Initial wait before a verification is retried; doubles each time, with jitter. */
  retryWaitMs?: number
}

/** Paystack over HTTP; the sandbox is reached by the same code at another URL. */
export function createPaystack(options: PaystackOptions): PaymentProvider {
  const { secretKey, previousSecretKey, retryWaitMs = RETRY_WAIT_MS } = options
  const signingKeys = previousSecretKey === undefined ? [secretKey] : [secretKey, previousSecretKey]
  const { call, admit, isOpen } = createPaystackCaller(options)

  async function verifyOnce(path: string, timeoutMs: number): Promise<VerifyResult & { again?: boolean }> {
    const result = await call('GET', path, { schema: verifyResponse, timeoutMs })
    if (result.kind === 'ok') return { kind: 'known', transaction: result.body.data }
    if (result.kind === 'lost' && result.isUnreadable) return { kind: 'unreadable' }
    if (result.kind === 'lost') return { kind: 'unreachable', message: result.message, again: true }
    if (isUnknownReference(result)) return { kind: 'absent' }
    return { kind: 'unreachable', message: result.message, again: result.status === 429 }
  }

  /**
   * The published parameters of the list do not include its filter by payment: where it is ignored, all refunds since the
   * payment are read. If that list cannot be read to its end, or a row does not say what it is about, nobody knows whether
   * there are others.
   */
  async function listRefunds(payment: { id: string; reference: string; since: Date }): Promise<FoundRefunds> {
    const { id, reference, since } = payment
    const found = new Map<string, ProviderRefund>()
    const seen = new Set<string>()
    let asked: Record<string, string> = { page: '1' }
    for (const endsAtMs = performance.now() + REFUND_LIST_BUDGET_MS; ; ) {
      const timeoutMs = Math.min(REFUND_TIMEOUT_MS, Math.floor(endsAtMs - performance.now()))
      if (timeoutMs <= 0) return { kind: 'unreachable', message: 'the list is too long to be read in time' }
      if (!admit()) return { kind: 'unreachable', message: 'not asked while it fails' }
      const query = new URLSearchParams({
        transaction: id || reference,
        from: new Date(since.getTime() - CLOCKS_DIFFER_MS).toISOString(),
        perPage: String(LIST_PAGE_SIZE),
        ...asked,
      })
      const result = await call('GET', `/refund?${query}`, { schema: refundList, timeoutMs })
      if (result.kind === 'refused' && isUnknownReference(result)) return { kind: 'listed', refunds: [] }
      if (result.kind === 'refused')
        return { kind: 'unreachable', message: result.message, isKeyRefused: isOurKey(result) }
      if (result.kind === 'lost') return { kind: 'unreachable', message: result.message }
      const before = seen.size
      for (const row of result.body.data) {
        if (row === null || row.about.length === 0)
          return { kind: 'unreachable', message: 'a refund of an unknown payment' }
        seen.add(row.refund.id)
        if (row.about.some((name) => name === reference || (id !== '' && name === id)))
          found.set(row.refund.id, row.refund)
      }
      const next = nextPage(result.body, Number(asked.page))
      // Without a word about further pages, a page that is not full is the last.
      if (next === null || (next === undefined && result.body.data.length < DEFAULT_PAGE_SIZE))
        return { kind: 'listed', refunds: [...found.values()] }
      if (seen.size === before) return { kind: 'unreachable', message: 'the list repeats itself' }
      asked = next ?? { page: String(Number(asked.page) + 1) }
    }
  }

  return {
    name: 'paystack',
    smallestTotal: SMALLEST_TOTAL_KOBO,
    mode: secretKey.startsWith('sk_live_') ? 'live' : 'test',
    isAvailable: () => !isOpen(),

    start: async (request) => {
      if (!admit()) return { kind: 'unavailable' }
      const result = await call('POST', '/transaction/initialize', {
        schema: initializeResponse,
        timeoutMs: START_TIMEOUT_MS,
        body: {
          email: request.email,
          amount: request.amount,
          currency: 'NGN',
          reference: request.reference,
          callback_url: request.callbackUrl,
          channels: request.channels,
          metadata: { cancel_action: request.cancelUrl },
        },
      })
      if (result.kind === 'lost') return { kind: 'unknown', message: result.message }
      if (result.kind === 'refused') {
        // Our references are random: a duplicate means that an earlier attempt of this same call arrived.
        return result.code === 'duplicate_reference'
          ? { kind: 'unknown', message: result.message }
          : { kind: 'refused', message: result.message }
      }
      const { authorization_url: url, access_code: accessCode, reference } = result.body.data
      if (reference !== request.reference) return { kind: 'unknown', message: 'another reference' }
      if (!isHostedPage(url, options.sandboxOrigin)) {
        return { kind: 'unknown', message: 'a page on a host that is not allowed' }
      }
      return { kind: 'started', url, accessCode }
    },

    verify: async (reference) => {
      const path = `/transaction/verify/${encodeURIComponent(reference)}`
      const endsAtMs = performance.now() + VERIFY_BUDGET_MS
      for (let tried = 1; ; tried++) {
        if (!admit()) return { kind: 'unreachable', message: 'not asked while it fails' }
        const leftMs = Math.max(1, Math.floor(endsAtMs - performance.now()))
        const { again, ...result } = await verifyOnce(path, Math.min(VERIFY_TIMEOUT_MS, leftMs))
        const waitMs = retryWaitMs * 2 ** (tried - 1) * (0.5 + Math.random())
        if (!again || tried === VERIFY_TRIES || performance.now() + waitMs >= endsAtMs - 500) return result
        await sleep(waitMs)
      }
    },

    refund: async (reference, amount) => {
      if (!admit()) return { kind: 'unavailable' }
      const result = await call('POST', '/refund', {
        schema: createRefundResponse,
        timeoutMs: REFUND_TIMEOUT_MS,
        body: { transaction: reference, amount },
      })
      if (result.kind === 'ok') return { kind: 'requested', id: result.body.data.id }
      if (result.kind === 'lost') return { kind: 'unknown', message: result.message }
      const isKeyRefused = isOurKey(result)
      return isKeyRefused || result.status === 429
        ? { kind: 'unavailable', isKeyRefused }
        : { kind: 'refused', message: result.message }
    },

    listRefunds,

    findRefund: async (id) => {
      if (!admit()) return { kind: 'unreachable', message: 'not asked while it fails' }
      const result = await call('GET', `/refund/${encodeURIComponent(id)}`, {
        schema: refundResponse,
        timeoutMs: REFUND_TIMEOUT_MS,
      })
      if (result.kind === 'ok') return { kind: 'found', refund: result.body.data.refund }
      const isAbsent = result.kind === 'refused' && /not found/i.test(result.message)
      return isAbsent ? { kind: 'absent' } : { kind: 'unreachable', message: result.message }
    },

    listSuccesses: async ({ from, to, next }) => {
      if (!admit()) return { kind: 'unreachable', message: 'not asked while it fails' }
      const asked = next ?? { page: '1' }
      const query = new URLSearchParams({
        status: 'success',
        from: from.toISOString(),
        to: to.toISOString(),
        perPage: String(LIST_PAGE_SIZE),
        ...asked,
      })
      const result = await call('GET', `/transaction?${query}`, {
        schema: transactionList,
        timeoutMs: LIST_TIMEOUT_MS,
      })
      if (result.kind !== 'ok') return { kind: 'unreachable', message: result.message }
      const page = Number(asked.page)
      const following = nextPage(result.body, page)
      return {
        kind: 'page',
        references: result.body.data.map((transaction) => transaction.reference),
        next: following === undefined ? { page: String(page + 1) } : following,
      }
    },

    signatureHeader: SIGNATURE_HEADER,
    readEvent: (rawBody, headers) => readEvent(rawBody, headers, signingKeys),
    eventKind,
    statusOf,
  }
}

/** A wrong key is ours to mend; it says nothing about this payment. The samples have it with 400, the schema with 401. */
function isOurKey({ status, message }: { status: number; message: string }): boolean {
  return status === 401 || status === 403 || (status === 400 && /invalid key/i.test(message))
}

/** The schema says 404 "Entity not found"; integrations also see 400 "Transaction reference not found". */
function isUnknownReference(refusal: { status: number; message: string; code: string | undefined }): boolean {
  if (refusal.code === 'transaction_not_found') return true
  if (refusal.status === 404) return /not found/i.test(refusal.message)
  return (
    (refusal.status === 400 || refusal.status === 200) &&
    /reference not found|invalid transaction reference/i.test(refusal.message)
  )
}

/** Payers may only be sent to Paystack's own page over https, or to the sandbox's origin if that replaces it. */
function isHostedPage(url: string, sandboxOrigin: string | undefined): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host, origin } = new URL(url)
  if (sandboxOrigin !== undefined) return origin === sandboxOrigin
  return protocol === 'https:' && host === HOSTED_PAGE_HOST
}
