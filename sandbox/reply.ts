import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { FaultTarget } from './fault.ts'
import type { Gateway } from './gateway.ts'

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

export function invalid(message: string, nextStep: string): Reply {
  return refuse(400, 'invalid_params', message, nextStep)
}

/** Runs one API call with the faults that are set for it. `act` must do its work synchronously. */
export async function answer(
  c: Context,
  gateway: Gateway,
  target: FaultTarget,
  reference: string | undefined,
  act: () => Reply,
): Promise<Response> {
  const { faults } = gateway
  const wait = faults.take(target, reference, ['slow', 'delay'])
  if (wait) await gateway.pause(wait.ms ?? 1000)
  const fault = faults.take(target, reference, [
    'error500',
    'drop',
    'act_then_drop',
    'malformed',
    'rate_limit',
    'hang',
  ])
  switch (fault?.kind) {
    case 'error500':
      return send(c, refuse(500, 'unknown', 'An error occurred', 'Try again later'))
    case 'rate_limit':
      c.header('Retry-After', String(Math.ceil((fault.ms ?? 1000) / 1000)))
      return send(c, refuse(429, 'rate_limited', 'Too many requests', 'Wait, then try again'))
    case 'hang':
      await gateway.pause(fault.ms ?? 3_600_000, c.req.raw.signal)
      return dropConnection(c)
    case 'drop':
      return dropConnection(c)
    case 'act_then_drop':
      act()
      return dropConnection(c)
    case 'malformed': {
      const text = JSON.stringify(act().body)
      return c.body(text.slice(0, Math.floor(text.length / 2)), 200, { 'Content-Type': 'application/json' })
    }
    default:
      return send(c, act())
  }
}

export function send(c: Context, reply: Reply): Response {
  return c.json(reply.body, reply.status)
}

/**
 * Cuts the connection without a response. Under `@hono/node-server` the socket is destroyed and the marker header tells
 * the server that nothing is left to write; elsewhere the body fails while it is being read.
 */
function dropConnection(c: Context): Response {
  const outgoing = (c.env as { outgoing?: { destroy(): unknown } } | undefined)?.outgoing
  if (outgoing) {
    outgoing.destroy()
    return new Response(null, { headers: { 'x-hono-already-sent': 'true' } })
  }
  const broken = new ReadableStream({
    start: (controller) => controller.error(new Error('connection reset')),
  })
  return new Response(broken, { headers: { 'Content-Type': 'application/json' } })
}
