import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError } from '#shared/client/api.ts'
import type { Payment } from '#shared/contract/payment.ts'
import type { RefundReason } from '#shared/refund-words.ts'
import type { Api } from '#web/data/api.ts'
import { paymentQuery } from '#web/data/payment.ts'
import { useCart } from '#web/state/cart.ts'
import { useSession } from '#web/state/session.ts'
import { useIsRead } from '#web/state/stored.ts'
import { settleCart } from './settle-cart.ts'

const START: Verification = { kind: 'verifying', waitReason: null }

/**
 * Follows a payment until its result is final, then settles the cart. Polls only in the browser: nothing is rendered on the
 * server.
 */
export function useVerification(reference: string): { verification: Verification; askAgain: () => void } {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const isCartRead = useIsRead(useCart)
  const [round, setRound] = useState(0)
  const [shown, setShown] = useState({ round, reference, verification: START })

  useEffect(() => {
    if (!isCartRead) return
    const token = () => useSession.getState().token
    return followPayment({ queryClient, api, reference, token }, (verification) => {
      if (verification.kind === 'paid') settleCart(reference)
      setShown({ round, reference, verification })
    })
  }, [queryClient, api, reference, isCartRead, round])

  const isCurrent = shown.round === round && shown.reference === reference
  return {
    verification: isCurrent ? shown.verification : START,
    askAgain: () => setRound(round + 1),
  }
}

/**
 * Pauses between requests, in ms. The provider may wait for a bank for minutes: 20 requests a minute are allowed, we
 * make 6.
 */
const WHILE_IN_FLIGHT_MS = [2_000, 3_000, 5_000, 8_000, 10_000]
/** A payer who returns straight from the provider's page may be slightly ahead of the provider's own records. */
const JUST_RETURNED_MS = [1_000, 2_000, 4_000]
/** The shop, or the provider behind it, does not respond. */
const UNREACHABLE_MS = [2_000, 4_000, 8_000, 16_000]

/** The result of the last request about a payment. */
export type WaitReason = 'in-flight' | 'not-paid' | 'no-response' | 'unreachable'

/**
 * How long to wait before the next request after the nth result of this kind in a row (counted from 1); null when it is
 * time to stop. A payment in flight is polled for as long as the page is open.
 */
export function verifyPause(waitReason: WaitReason, times: number): number | null {
  if (waitReason === 'in-flight') return WHILE_IN_FLIGHT_MS[times - 1] ?? 10_000
  return (waitReason === 'not-paid' ? JUST_RETURNED_MS : UNREACHABLE_MS)[times - 1] ?? null
}

/** What the shopper sees. `again`: another request may give a different result. `payment`: as far as the shop has said. */
export type Verification =
  | { kind: 'verifying'; waitReason: WaitReason | null }
  | { kind: 'paid'; payment: Payment }
  | { kind: 'refunded'; reason: RefundReason }
  | { kind: 'failed'; again: boolean; payment: Payment | null }

type Outcome =
  | Verification
  | { kind: 'wait'; waitReason: WaitReason; atLeastMs: number; payment: Payment | null }

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
    if (payment.inFlight) return { kind: 'wait', waitReason: 'in-flight', atLeastMs: 0, payment }
    if (payment.status !== 'pending') return { kind: 'failed', again: false, payment }
    return { kind: 'wait', waitReason: 'not-paid', atLeastMs: 0, payment }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { status, retryAfterS = 0 } = error
    if (status !== 0 && status < 500 && status !== 429) return { kind: 'failed', again: false, payment: null }
    return {
      kind: 'wait',
      waitReason: status === 0 ? 'unreachable' : 'no-response',
      atLeastMs: retryAfterS * 1_000,
      payment: null,
    }
  }
}

const saysNothing = (waitReason: WaitReason) => waitReason === 'no-response' || waitReason === 'unreachable'

/**
 * Polls a payment until its result is final, and reports every change. It polls at once when the network or the shopper
 * returns, for example from the bank's app: this uses up none of its tries, and still happens after they are used up, as
 * the payment may have been made by then. Returns a function that stops it.
 */
function followPayment(
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
      report({ kind: 'failed', again: true, payment: response.payment })
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
