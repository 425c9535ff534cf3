import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentProvider, VerifyResult } from '../provider.ts'
import { type CallerOptions, createPaystackCaller } from './client.ts'
import { eventKind, readEvent, SIGNATURE_HEADER } from './event.ts'
import {
  createRefundResponse,
  initializeResponse,
  refundList,
  refundState,
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
    if (result.kind === 'lost') return { kind: 'unreachable', message: result.message, again: true }
    if (isUnknownReference(result)) return { kind: 'absent' }
    return { kind: 'unreachable', message: result.message, again: result.status === 429 }
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
      return isTemporary(result.status)
        ? { kind: 'unavailable' }
        : { kind: 'refused', message: result.message }
    },

    listRefunds: async ({ id, reference }) => {
      if (!admit()) return { kind: 'unreachable', message: 'not asked while it fails' }
      const result = await call('GET', `/refund?transaction=${encodeURIComponent(id || reference)}`, {
        schema: refundList,
        timeoutMs: REFUND_TIMEOUT_MS,
      })
      if (result.kind !== 'ok') {
        return result.kind === 'refused' && isUnknownReference(result)
          ? { kind: 'listed', refunds: [] }
          : { kind: 'unreachable', message: result.message }
      }
      // In case the filter is ignored, drop refunds of other payments, but not those that name no payment.
      const refunds = result.body.data.filter(
        ({ transaction_reference: named, transaction }) =>
          named === reference || (id !== '' && transaction === id) || (named == null && transaction == null),
      )
      return {
        kind: 'listed',
        refunds: refunds.map(({ id, status, amount, createdAt }) => ({
          id,
          state: refundState(status),
          amount: amount ?? null,
          createdAt: createdAt ?? null,
        })),
      }
    },

    listSuccesses: async ({ from, to, page }) => {
      if (!admit()) return { kind: 'unreachable', message: 'not asked while it fails' }
      const query = new URLSearchParams({
        status: 'success',
        from: from.toISOString(),
        to: to.toISOString(),
        perPage: String(LIST_PAGE_SIZE),
        page: String(page),
      })
      const result = await call('GET', `/transaction?${query}`, {
        schema: transactionList,
        timeoutMs: LIST_TIMEOUT_MS,
      })
      if (result.kind !== 'ok') return { kind: 'unreachable', message: result.message }
      const references = result.body.data.map((transaction) => transaction.reference)
      const pages = result.body.meta?.pageCount
      return { kind: 'page', references, isLast: pages == null ? references.length === 0 : page >= pages }
    },

    signatureHeader: SIGNATURE_HEADER,
    readEvent: (rawBody, headers) => readEvent(rawBody, headers, signingKeys),
    eventKind,
    statusOf,
  }
}

/** A wrong key or a rate limit is a temporary problem of ours; it says nothing about this payment. */
function isTemporary(status: number): boolean {
  return status === 401 || status === 403 || status === 429
}

/** The schema says 404 "Entity not found"; integrations also see 400 "Transaction reference not found". */
function isUnknownReference(refusal: { status: number; message: string; code: string | undefined }): boolean {
  if (refusal.code === 'transaction_not_found') return true
  if (refusal.status === 404) return /not found/i.test(refusal.message)
  return refusal.status === 400 && /reference not found|invalid transaction reference/i.test(refusal.message)
}

/** Payers may only be sent to Paystack's own page over https, or to the sandbox's origin if that replaces it. */
function isHostedPage(url: string, sandboxOrigin: string | undefined): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, host, origin } = new URL(url)
  if (sandboxOrigin !== undefined) return origin === sandboxOrigin
  return protocol === 'https:' && host === HOSTED_PAGE_HOST
}
