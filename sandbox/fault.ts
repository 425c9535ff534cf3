import { z } from 'zod'
import type { TransactionWire } from './wire.ts'

/**
 * On API calls: slow (responds after `ms`), error500, rate_limit (429 with Retry-After), drop (cuts the connection before
 * acting), act_then_drop, malformed (acts, half the JSON). On webhooks: twice, before_redirect, never, bad_signature. On
 * what verify, list and webhooks report: wrong_amount, wrong_currency, live_domain, fees_on_top.
 *
 * Published samples differ from each other; these faults respond in the other published forms: invalid_key (400), refused_200,
 * unfiltered (the refunds of all payments), cursor (lists ignore `page`), digits (strings instead of numbers), other_names
 * (paidAt and created_at alone, a currency in lower case), no_requested_amount, in_list (one record as a list).
 */
const faultKinds = [
  'slow',
  'error500',
  'rate_limit',
  'drop',
  'act_then_drop',
  'malformed',
  'twice',
  'before_redirect',
  'never',
  'bad_signature',
  'wrong_amount',
  'wrong_currency',
  'live_domain',
  'fees_on_top',
  'invalid_key',
  'refused_200',
  'unfiltered',
  'cursor',
  'digits',
  'other_names',
  'no_requested_amount',
  'in_list',
] as const

export const faultSchema = z.object({
  /** `list` is GET /transaction; `refund` all calls about refunds, `refund_request` those that make one. */
  target: z.enum(['initialize', 'verify', 'list', 'webhook', 'refund', 'refund_request', '*']),
  kind: z.enum(faultKinds),
  /** How long slow lasts; for rate_limit the value of Retry-After. */
  ms: z.number().int().min(0).max(3_600_000).optional(),
  /** How many calls it affects; without it, all until cleared. */
  times: z.number().int().min(1).optional(),
  /** Only calls about this transaction. */
  reference: z.string().optional(),
})

export type Fault = z.infer<typeof faultSchema>
export type FaultTarget = Fault['target']
export type FaultKind = Fault['kind']
export type Faults = ReturnType<typeof createFaults>

const isOfRefunds = (faulty: FaultTarget, target: FaultTarget) =>
  faulty === 'refund' && target === 'refund_request'

export function createFaults() {
  let active: Fault[] = []
  return {
    set: (fault: Fault) => {
      active.push({ ...fault })
    },
    clear: () => {
      active = []
    },
    list: (): Fault[] => active.map((fault) => ({ ...fault })),
    /** The first matching fault of these kinds, counted as used. */
    take: (target: FaultTarget, reference: string | undefined, ...kinds: FaultKind[]): Fault | undefined => {
      const found = active.find(
        (fault) =>
          (fault.target === target || fault.target === '*' || isOfRefunds(fault.target, target)) &&
          (fault.reference === undefined || fault.reference === reference) &&
          kinds.includes(fault.kind),
      )
      if (found?.times !== undefined) {
        found.times -= 1
        if (found.times === 0) active = active.filter((fault) => fault !== found)
      }
      return found
    },
  }
}

/** What is reported of a transaction while a fault falsifies it; the ledger itself stays correct. */
export function falsify(wire: TransactionWire, faults: Faults, target: FaultTarget): TransactionWire {
  const has = (kind: FaultKind) => faults.take(target, wire.reference, kind) !== undefined
  const reported = { ...wire }
  if (has('wrong_amount')) {
    reported.amount -= 100
    reported.requested_amount -= 100
  }
  if (has('wrong_currency')) reported.currency = 'GHS'
  if (has('live_domain')) reported.domain = 'live'
  // The payer bears the fee: amount = requested_amount + fees, as in Paystack's own webhook sample.
  if (has('fees_on_top')) reported.amount = reported.requested_amount + (reported.fees ?? 0)
  return reported
}

const NUMBERS = ['id', 'amount', 'requested_amount', 'fees', 'transaction', 'transaction_amount']

/** Records in another published form; what they say stays. */
export function reshape(data: unknown, faults: Faults, target: FaultTarget, reference?: string): unknown {
  const has = (kind: FaultKind) => faults.take(target, reference, kind) !== undefined
  const [digits, otherNames, noRequested, inList] = [
    has('digits'),
    has('other_names'),
    has('no_requested_amount'),
    has('in_list'),
  ]
  const reshapeOne = (record: unknown): unknown => {
    if (typeof record !== 'object' || record === null) return record
    const reshaped: Record<string, unknown> = { ...record }
    if (noRequested) delete reshaped.requested_amount
    if (digits)
      for (const name of NUMBERS)
        if (typeof reshaped[name] === 'number') reshaped[name] = String(reshaped[name])
    if (otherNames) {
      const { createdAt, paid_at: _, currency, ...rest } = reshaped
      return { ...rest, created_at: createdAt, currency: String(currency ?? '').toLowerCase() }
    }
    return reshaped
  }
  if (Array.isArray(data)) return data.map(reshapeOne)
  return inList ? [reshapeOne(data)] : reshapeOne(data)
}
