import type { Kobo } from '#shared/naira.ts'

/** What the shop needs of a payment provider. Amounts are integer kobo. Paystack and the sandbox are reached by the same adapter. */
export type PaymentProvider = {
  name: string
  /** 'test' or 'live': what an honest transaction's domain must say. */
  mode: 'test' | 'live'
  /** False while the breaker is open: then no new hold is made. */
  isAvailable: () => boolean
  start: (request: StartRequest) => Promise<StartResult>
  verify: (reference: string) => Promise<VerifyResult>
  /** References of all successes started in a span of time, ours and others', page by page from 1. */
  listSuccesses: (request: { from: Date; to: Date; page: number }) => Promise<SuccessPage>
  /** Not repeatable without asking listRefunds first: the provider knows no idempotency key. */
  refund: (reference: string, amount: Kobo) => Promise<RefundResult>
  /** All refunds of one payment, whoever made them. */
  listRefunds: (transaction: { id: string; reference: string }) => Promise<FoundRefunds>
  /** True when the signature (hex HMAC-SHA512 of the raw body) was made with our key, or the one before it. Constant time. */
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

/** 'unknown': no answer came, so the provider may or may not know the reference. */
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

/** `amount` is null where the provider does not say it in a form that we can read. */
export type ProviderRefund = { id: string; state: RefundState; amount: Kobo | null }

export type FoundRefunds =
  | { kind: 'listed'; refunds: readonly ProviderRefund[] }
  | { kind: 'unreachable'; message: string }

/** 'unknown': no answer came, so it may have been taken. 'unavailable': it was not asked for, or not heard. */
export type RefundResult =
  | { kind: 'requested'; id: string }
  | { kind: 'refused'; message: string }
  | { kind: 'unknown'; message: string }
  | { kind: 'unavailable' }
