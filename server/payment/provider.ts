import type { Kobo } from '#shared/naira.ts'

/**
 * A payment provider as the shop uses it; amounts are integer kobo. What it calls its events, statuses and headers is known
 * to its own folder alone. A second one is a folder next to `paystack/`, a line in open-provider.ts and its variables in env.ts. The
 * shop's words for channels are Paystack's.
 */
export type PaymentProvider = {
  /** Recorded with each payment. */
  name: string
  /** The smallest total that it charges. */
  smallestTotal: Kobo
  /** The domain that a genuine transaction has. */
  mode: 'test' | 'live'
  /** False while the breaker is open; no new holds are made then. */
  isAvailable: () => boolean
  start: (request: StartRequest) => Promise<StartResult>
  verify: (reference: string) => Promise<VerifyResult>
  /** A page of the references of all successes started in a time span, ours or not: the first one, or `next` of another. */
  listSuccesses: (request: { from: Date; to: Date; next?: NextPage }) => Promise<SuccessPage>
  /** Must not be retried without calling listRefunds first: the provider has no idempotency key. */
  refund: (reference: string, amount: Kobo) => Promise<RefundResult>
  /** All refunds of one payment, whoever made them; none was made before `since`, when it was started. */
  listRefunds: (transaction: { id: string; reference: string; since: Date }) => Promise<FoundRefunds>
  /** A refund by the provider's own number. */
  findRefund: (id: string) => Promise<FoundRefund>
  /** Where a delivery to the webhook has its signature, for the description of the API. */
  signatureHeader: { name: string; description: string }
  /** What a delivery to the webhook says, once its signature over the raw bytes is found to be the provider's. */
  readEvent: (rawBody: Uint8Array, headers: Headers) => ReadEvent
  /** What an event is about that was stored under the provider's name for it. */
  eventKind: (name: string) => EventKind
  /** What a status means that was stored in the provider's own word. */
  statusOf: (word: string) => TransactionStatus
}

/** The provider as it may be asked about a payment: one that another provider has taken is out of its reach. */
export function providerFor(
  provider: PaymentProvider,
  { provider: name }: { provider: string },
): Pick<PaymentProvider, 'verify' | 'listRefunds' | 'findRefund'> {
  if (name === provider.name) return provider
  const unreachable = async () => ({ kind: 'unreachable' as const, message: `the payment is at ${name}` })
  return { verify: unreachable, listRefunds: unreachable, findRefund: unreachable }
}

/**
 * 'dispute': one that a person has to respond to. 'rejected': money that arrived and was sent back. 'other-payment': any other
 * event about one payment.
 */
export type EventKind = 'success' | 'refund' | 'dispute' | 'rejected' | 'other-payment' | 'other'

/**
 * 'unreadable': signed, but in a form that we do not know. `name` is the provider's own. An event may name its payment by the
 * provider's own number only.
 */
export type ReadEvent =
  | { kind: 'forged'; isSigned: boolean }
  | { kind: 'unreadable' }
  | { kind: 'event'; name: string; reference: string | null; transactionId: string | null }

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

/** 'unreadable': the provider knows the payment, and describes it in a form that we do not know. */
export type VerifyResult =
  | { kind: 'known'; transaction: ProviderTransaction }
  | { kind: 'absent' }
  | { kind: 'unreadable' }
  | { kind: 'unreachable'; message: string }

/** 'reversing': the money is on its way back. 'unknown': a word that the provider does not document. */
export type TransactionStatus =
  | 'success'
  | 'failed'
  | 'abandoned'
  | 'in-flight'
  | 'reversed'
  | 'reversing'
  | 'unknown'

export type ProviderTransaction = {
  id: string
  status: TransactionStatus
  /** The status in the provider's own word, which is stored as it is. */
  word: string
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

/** What to ask the provider for, in its own words; null after the last page. */
export type NextPage = Readonly<Record<string, string>> | null

export type SuccessPage =
  | { kind: 'page'; references: readonly string[]; next: NextPage }
  | { kind: 'unreachable'; message: string }

export type RefundState = 'under-way' | 'done' | 'failed' | 'needs-attention'

/** `amount` and `createdAt` are null if the provider's value cannot be read. */
export type ProviderRefund = { id: string; state: RefundState; amount: Kobo | null; createdAt: Date | null }

export type FoundRefunds =
  | { kind: 'listed'; refunds: readonly ProviderRefund[] }
  | { kind: 'unreachable'; message: string; isKeyRefused?: boolean }

export type FoundRefund =
  | { kind: 'found'; refund: ProviderRefund }
  | { kind: 'absent' }
  | { kind: 'unreachable'; message: string }

/**
 * 'unknown': no response arrived, so the refund may have been accepted. 'unavailable': it was not requested, or the
 * request was not processed; `isKeyRefused` until the owner has configured another key.
 */
export type RefundResult =
  | { kind: 'requested'; id: string }
  | { kind: 'refused'; message: string }
  | { kind: 'unknown'; message: string }
  | { kind: 'unavailable'; isKeyRefused?: boolean }
