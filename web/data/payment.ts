import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '#shared/client/api.ts'
import type { CartConflict, Payment } from '#shared/contract/payment.ts'
import { parseUrl } from './address.ts'
import type { Api, ApiRoutes } from './api.ts'

type StartRequest = Extract<ApiRoutes, { path: '/payment/initialize' }>['body']

/** The outcome of starting a payment. Everything that a shopper can act on has its own kind. */
export type Start =
  | { kind: 'started'; url: string; reference: string }
  | { kind: 'cart-changed'; conflict: CartConflict }
  | { kind: 'already-paid'; reference: string | undefined }
  /** The key is of a checkout that was begun in another browser. */
  | { kind: 'elsewhere' }
  | { kind: 'too-soon'; retryAfterS: number | undefined }
  /** Messages by the form's field names. */
  | { kind: 'invalid'; fields: Record<string, string> }
  | { kind: 'failed' }

/**
 * Idempotent per `checkoutKey`: repeats neither hold stock twice nor charge twice, so a failed call may simply be retried.
 */
export async function startPayment(
  api: Api,
  body: StartRequest,
  call: { checkoutKey: string; token: string | null; work?: string },
): Promise<Start> {
  const { checkoutKey, token, work } = call
  try {
    const response = await api(
      'post',
      '/payment/initialize',
      { body },
      { token, headers: { 'idempotency-key': checkoutKey, ...(work && { 'proof-of-work': work }) } },
    )
    // Something between browser and shop may have responded in its place.
    const { authorization_url: url, reference } = { ...response?.data }
    return isWebAddress(url) ? { kind: 'started', url, reference } : { kind: 'failed' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.body?.code !== 'WORK_NEEDED' || work !== undefined) return readRefusal(error)
    const { solveWork } = await import('./work.ts')
    return startPayment(api, body, { ...call, work: await solveWork(error.body.details) })
  }
}

/** The address comes from a provider: anything other than a web page is not followed. */
function isWebAddress(url: unknown): url is string {
  return typeof url === 'string' && /^https?:$/.test(parseUrl(url)?.protocol ?? '')
}

function readRefusal({ status, body, retryAfterS }: ApiError): Start {
  const details = body?.details as Partial<CartConflict> & { reference?: unknown }
  switch (body?.code) {
    case 'PRICE_CHANGED':
    case 'OUT_OF_STOCK':
      if (!Array.isArray(details?.lines)) return { kind: 'failed' }
      return {
        kind: 'cart-changed',
        conflict: {
          lines: details.lines,
          shippingFee: details.shippingFee ?? null,
          totalAmount: details.totalAmount ?? null,
        },
      }
    case 'ALREADY_PAID':
      return {
        kind: 'already-paid',
        reference: typeof details?.reference === 'string' ? details.reference : undefined,
      }
    case 'FORBIDDEN':
      return { kind: 'elsewhere' }
    case 'VALIDATION': {
      const fields = Object.entries(body.fields ?? {}).map(([path, message]) => [
        path.replace(/^.*\./, ''),
        message,
      ])
      return fields.length === 0
        ? { kind: 'failed' }
        : { kind: 'invalid', fields: Object.fromEntries(fields) }
    }
    default:
      return status === 429 ? { kind: 'too-soon', retryAfterS } : { kind: 'failed' }
  }
}

/** The shop responds within 10 s, whatever the provider does. */
const VERIFY_LIMIT_MS = 15_000

/** The state of a payment; never cached, as every request may return something new. */
export const paymentQuery = (api: Api, reference: string, token: string | null) =>
  queryOptions({
    queryKey: ['payment', reference],
    queryFn: async ({ signal }): Promise<Payment> =>
      (
        await api(
          'get',
          '/payment/verify/{reference}',
          { params: { reference } },
          { token, signal, limitMs: VERIFY_LIMIT_MS },
        )
      ).payment,
    staleTime: 0,
    gcTime: 0,
  })
