import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, MiddlewareHandler } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type Faults, type FaultTarget, reshape } from './fault.ts'

/** The response to an API call, before any fault is applied. */
export type Reply = { status: ContentfulStatusCode; body: Record<string, unknown> }

export function accept(message: string, data: unknown, meta?: unknown): Reply {
  return { status: 200, body: { status: true, message, data, ...(meta === undefined ? {} : { meta }) } }
}

/** Paystack's error body: status, message, meta.nextStep, type, code. [PaystackOSS/openapi dist/paystack.yaml] */
export function refuse(status: ContentfulStatusCode, code: string, message: string, nextStep: string): Reply {
  const type = status >= 500 ? 'api_error' : 'validation_error'
  return { status, body: { status: false, message, meta: { nextStep }, type, code } }
}

export const invalid = (message: string, nextStep: string) => refuse(400, 'invalid_params', message, nextStep)

export const send = (c: Context, reply: Reply) => c.json(reply.body, reply.status)

/** Runs one API call with the faults that are set for it. `act` must do its work synchronously. */
export async function respond(
  c: Context,
  faults: Faults,
  target: FaultTarget,
  reference: string | undefined,
  act: () => Reply,
): Promise<Response> {
  const slow = faults.take(target, reference, 'slow')
  if (slow) await sleep(slow.ms ?? 1000, undefined, { ref: false })
  const fault = faults.take(target, reference, ...FAILURES)
  switch (fault?.kind) {
    case 'error500':
      return send(c, refuse(500, 'unknown', 'An error occurred', 'Try again later'))
    case 'rate_limit':
      c.header('Retry-After', String(Math.ceil((fault.ms ?? 1000) / 1000)))
      return send(c, refuse(429, 'rate_limited', 'Too many requests', 'Wait, then try again'))
    case 'drop':
      return dropConnection(c)
    case 'act_then_drop':
      act()
      return dropConnection(c)
    case 'malformed': {
      const text = JSON.stringify(act().body)
      return c.body(text.slice(0, text.length / 2), 200, { 'Content-Type': 'application/json' })
    }
    case 'invalid_key':
      return send(c, refuse(400, 'invalid_Key', 'Invalid key', 'Pass the current key'))
    case 'refused_200':
      return send(c, refuse(200, 'unknown', 'The request could not be processed', 'Try again later'))
    default: {
      const { status, body } = act()
      const data = reshape(body.data, faults, target, reference)
      return send(c, { status, body: body.data === undefined ? body : { ...body, data } })
    }
  }
}

const FAILURES = [
  'error500',
  'rate_limit',
  'drop',
  'act_then_drop',
  'malformed',
  'invalid_key',
  'refused_200',
] as const

/** Lists come with page numbers, or by a cursor that names the next record to list. */
export function listPage<Row>(
  c: Context,
  { rows, isCursor }: { rows: readonly Row[]; isCursor: boolean },
): { rows: readonly Row[]; meta: unknown } | undefined {
  const { perPage = '50', page = '1', next } = c.req.query()
  const size = Math.min(Number(perPage), 100)
  const skipped = isCursor ? Number(next ?? 0) : (Number(page) - 1) * size
  if (!(size >= 1 && skipped >= 0)) return undefined
  const end = skipped + size
  const meta = isCursor
    ? { next: end < rows.length ? String(end) : null, previous: String(skipped), perPage: size }
    : {
        total: rows.length,
        skipped,
        perPage: size,
        page: Number(page),
        pageCount: Math.max(1, Math.ceil(rows.length / size)),
      }
  return { rows: rows.slice(skipped, end), meta }
}

/** Cuts the connection without a response; where there is none, in a test, reading the body fails. */
function dropConnection(c: Context<{ Bindings: Partial<HttpBindings> }>): Response {
  if (c.env?.outgoing) {
    c.env.outgoing.destroy()
    return RESPONSE_ALREADY_SENT
  }
  return new Response(
    new ReadableStream({ start: (controller) => controller.error(new Error('connection reset')) }),
  )
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Lets only the merchant's secret key through; anything else is Paystack's 401. [PaystackOSS/openapi] */
export function bearerGuard(secretKey: string): MiddlewareHandler {
  const expected = digest(`Bearer ${secretKey}`)
  return async (c, next) => {
    if (timingSafeEqual(digest(c.req.header('Authorization') ?? ''), expected)) return next()
    const nextStep = 'Ensure that you provide the correct authorization key'
    return send(c, refuse(401, 'invalid_Key', 'Invalid key', nextStep))
  }
}

/** A JSON object; an unreadable body is an empty one. */
export async function readBody(c: Context): Promise<Record<string, unknown>> {
  const body: unknown = await c.req.json().catch(() => undefined)
  return typeof body === 'object' && body !== null ? { ...body } : {}
}
