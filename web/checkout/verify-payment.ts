import type { QueryClient } from '@tanstack/react-query'
import type { Payment } from '#shared/contract/payment.ts'
import type { RefundReason } from '#shared/refund-words.ts'
import { type Api, ApiError } from '#web/data/api.ts'
import { paymentQuery } from '#web/data/payment.ts'
import { verifyPause, type WaitReason } from './verify-pause.ts'

/** What the shopper sees. `again`: another request may give a different result. */
export type Verification =
  | { kind: 'verifying'; waitReason: WaitReason | null }
  | { kind: 'paid'; payment: Payment }
  | { kind: 'refunded'; reason: RefundReason }
  | { kind: 'failed'; again: boolean }

type Outcome = Verification | { kind: 'wait'; waitReason: WaitReason; atLeastMs: number }

async function requestOutcome(
  queryClient: QueryClient,
  api: Api,
  reference: string,
  token: string | null,
): Promise<Outcome> {
  try {
    const payment = await queryClient.fetchQuery({
      ...paymentQuery(api, reference, token),
      retry: false,
    })
    if (payment.status === 'paid') return { kind: 'paid', payment }
    if (payment.refundReason) return { kind: 'refunded', reason: payment.refundReason }
    // Also of an order that has ended, by a declined card or its time: it can still become paid.
    if (payment.inFlight) return { kind: 'wait', waitReason: 'in-flight', atLeastMs: 0 }
    if (payment.status !== 'pending') return { kind: 'failed', again: false }
    return { kind: 'wait', waitReason: 'not-paid', atLeastMs: 0 }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, retryAfterS = 0 } = error
    if (status !== 0 && status < 500 && status !== 429) return { kind: 'failed', again: false }
    return {
      kind: 'wait',
      waitReason: status === 0 ? 'unreachable' : 'no-response',
      atLeastMs: retryAfterS * 1_000,
    }
  }
}

const saysNothing = (waitReason: WaitReason) => waitReason === 'no-response' || waitReason === 'unreachable'

/**
 * Polls a payment until its result is final, and reports every change. It polls at once when the network or the shopper
 * returns, for example from the bank's app: this uses up none of its tries, and still happens after they are used up, as
 * the payment may have been made by then. Returns a function that stops it.
 */
export function followPayment(
  options: { queryClient: QueryClient; api: Api; reference: string; token: () => string | null },
  report: (verification: Verification) => void,
): () => void {
  const { queryClient, api, reference, token } = options
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitReason: WaitReason | null = null
  let times = 0
  let isRequesting = false
  let hasGivenUp = false

  async function look({ isExtra }: { isExtra: boolean }): Promise<void> {
    clearTimeout(timer)
    isRequesting = true
    const response = await requestOutcome(queryClient, api, reference, token())
    isRequesting = false
    if (isStopped) return
    if (response.kind !== 'wait') {
      finish(response)
      return
    }
    if (hasGivenUp && (response.waitReason === waitReason || saysNothing(response.waitReason))) return
    if (response.waitReason !== waitReason) times = 1
    else if (!isExtra) times += 1
    waitReason = response.waitReason
    const pause = verifyPause(waitReason, times)
    hasGivenUp = pause === null
    if (pause === null) {
      report({ kind: 'failed', again: true })
      return
    }
    report({ kind: 'verifying', waitReason })
    timer = setTimeout(() => void look({ isExtra: false }), Math.max(pause, response.atLeastMs))
  }

  function lookNow(): void {
    if (!isRequesting && document.visibilityState !== 'hidden') void look({ isExtra: true })
  }

  function stop(): void {
    isStopped = true
    clearTimeout(timer)
    removeEventListener('online', lookNow)
    document.removeEventListener('visibilitychange', lookNow)
  }

  function finish(verification: Verification): void {
    stop()
    report(verification)
  }

  addEventListener('online', lookNow)
  document.addEventListener('visibilitychange', lookNow)
  void look({ isExtra: false })
  return stop
}
