import { z } from 'zod'

/** The calls a fault can hit. `list` is GET /transaction, which the daily sweep reads. */
const faultTargets = ['initialize', 'verify', 'list', 'webhook', 'refund', '*'] as const

/**
 * On API calls: slow (responds after `ms`), error500, drop (before acting), act_then_drop, malformed (acts, half the
 * JSON), rate_limit (429 with Retry-After), hang. On webhooks: twice, before_redirect, never, delay (`ms`),
 * bad_signature, malformed. On what verify, list and webhooks report: wrong_amount, wrong_currency, live_domain,
 * fees_on_top. A kind that does not apply to a target is ignored there.
 */
const faultKinds = [
  'slow',
  'error500',
  'drop',
  'act_then_drop',
  'malformed',
  'rate_limit',
  'hang',
  'twice',
  'before_redirect',
  'never',
  'delay',
  'bad_signature',
  'wrong_amount',
  'wrong_currency',
  'live_domain',
  'fees_on_top',
] as const

export const faultSchema = z.object({
  target: z.enum(faultTargets),
  kind: z.enum(faultKinds),
  /** How long slow, delay and hang last; for rate_limit the value of Retry-After. */
  ms: z.number().int().min(0).max(3_600_000).optional(),
  /** How many calls it affects; without it, all until cleared. */
  times: z.number().int().min(1).optional(),
  /** Only calls about this transaction. */
  reference: z.string().optional(),
})

export type Fault = z.infer<typeof faultSchema>
export type FaultTarget = Fault['target']
export type FaultKind = Fault['kind']

export type Faults = {
  set(fault: Fault): void
  clear(): void
  list(): Fault[]
  /** The first matching fault of these kinds, counted as used; undefined if there is none. */
  take(target: FaultTarget, reference: string | undefined, kinds: readonly FaultKind[]): Fault | undefined
}

export function createFaults(): Faults {
  let active: Fault[] = []
  return {
    set: (fault) => {
      active.push({ ...fault })
    },
    clear: () => {
      active = []
    },
    list: () => active.map((fault) => ({ ...fault })),
    take: (target, reference, kinds) => {
      const found = active.find(
        (fault) =>
          (fault.target === target || fault.target === '*') &&
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

/** The part of a transaction's wire form that faults can falsify. */
type Falsifiable = {
  amount: number
  requested_amount: number
  currency: string
  domain: string
  fees: number | null
}

/** Applies falsifying faults to what verify, list and webhooks report; the ledger itself stays correct. */
export function falsify<T extends Falsifiable>(
  wire: T,
  faults: Faults,
  target: FaultTarget,
  reference: string,
): T {
  const has = (kind: FaultKind) => faults.take(target, reference, [kind]) !== undefined
  let told = wire
  // ₦1 short in both fields: the requested amount is not what the merchant wanted.
  if (has('wrong_amount'))
    told = { ...told, amount: told.amount - 100, requested_amount: told.requested_amount - 100 }
  if (has('wrong_currency')) told = { ...told, currency: 'GHS' }
  if (has('live_domain')) told = { ...told, domain: 'live' }
  // The payer bears the fee: amount = requested_amount + fees, as in Paystack's own webhook sample.
  if (has('fees_on_top')) told = { ...told, amount: told.requested_amount + (told.fees ?? 0) }
  return told
}
