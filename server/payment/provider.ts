import type { Kobo } from '#shared/naira.ts'

/** The payment provider as the shop uses it. Amounts are integer kobo. One adapter serves Paystack and the sandbox. */
export type PaymentProvider = {
  /** The domain that a genuine transaction has. */
  mode: 'test' | 'live'
  /** False while the breaker is open; no new holds are made then. */
  isAvailable: () => boolean
  start: (request: StartRequest) => Promise<StartResult>
  verify: (reference: string) => Promise<VerifyResult>
  /** References of all successes started in a time span, ours or not; pages start at 1. */
  listSuccesses: (request: { from: Date; to: Date; page: number }) => Promise<SuccessPage>
  /** Must not be retried without calling listRefunds first: the provider has no idempotency key. */
  refund: (reference: string, amount: Kobo) => Promise<RefundResult>
  /** All refunds of one payment, whoever made them. */
  listRefunds: (transaction: { id: string; reference: string }) => Promise<FoundRefunds>
  /**
   * True if the signature (hex HMAC-SHA512 of the raw body) was made with our current or previous key. Constant time.
   */
  isSignatureValid: (rawBody: Uint8Array, signature: string | undefined) => boolean
}

export type StartRequest = {
  reference: string
  amount: Kobo
  email: string
  callbackUrl: string
  cancelUrl: string
  channels: readonly string[]
}

/** 'unknown': no response arrived, so the provider may or may not know the reference. */
export type StartResult =
  | { kind: 'started'; url: string; accessCode: string }
  | { kind: 'refused'; message: string }
  | { kind: 'unknown'; message: string }
  | { kind: 'unavailable' }

export type VerifyResult =
  | { kind: 'known'; transaction: ProviderTransaction }
  | { kind: 'absent' }
  | { kind: 'unreachable'; message: string }

export type ProviderTransaction = {
  id: string
  status: string
  reference: string
  domain: string
  currency: string
  amount: Kobo
  requestedAmount: Kobo | null
  fees: Kobo | null
  channel: string | null
  paidAt: Date | null
  customer: {
    first_name: string | null
    last_name: string | null
    email: string
    phone: string | null
  } | null
}

export type SuccessPage =
  | { kind: 'page'; references: readonly string[]; isLast: boolean }
  | { kind: 'unreachable'; message: string }

export type RefundState = 'under-way' | 'done' | 'failed' | 'needs-attention'

/** `amount` and `createdAt` are null if the provider's value cannot be read. */
export type ProviderRefund = { id: string; state: RefundState; amount: Kobo | null; createdAt: Date | null }

export type FoundRefunds =
  | { kind: 'listed'; refunds: readonly ProviderRefund[] }
  | { kind: 'unreachable'; message: string }

/**
 * 'unknown': no response arrived, so the refund may have been accepted. 'unavailable': it was not requested, or the
 * request was not processed.
 */
export type RefundResult =
  | { kind: 'requested'; id: string }
  | { kind: 'refused'; message: string }
  | { kind: 'unknown'; message: string }
  | { kind: 'unavailable' }
