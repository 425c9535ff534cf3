import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { refuse, send } from './reply.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Lets only the merchant's secret key through; anything else is Paystack's 401. [PaystackOSS/openapi] */
export function bearerGuard(secretKey: string): MiddlewareHandler {
  const expected = digest(`Bearer ${secretKey}`)
  return async (c, next) => {
    const given = c.req.header('Authorization')
    if (given && timingSafeEqual(digest(given), expected)) return next()
    return send(
      c,
      given
        ? refuse(401, 'invalid_Key', 'Invalid key', 'Ensure that you provide the correct authorization key')
        : refuse(401, 'no_key', 'No Authorization Header was found', 'Send the secret key as a bearer token'),
    )
  }
}

/**
 * Parses a JSON body, or the urlencoded form that Paystack's PHP samples send; an unreadable body becomes an empty
 * object.
 */
export async function readBody(c: Context): Promise<Record<string, unknown>> {
  if (c.req.header('Content-Type')?.startsWith('application/x-www-form-urlencoded')) {
    return { ...(await c.req.parseBody()) }
  }
  try {
    const body: unknown = await c.req.json()
    return typeof body === 'object' && body !== null && !Array.isArray(body)
      ? (body as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}

/** The IP address of the payer, if the server provides it. */
export function remoteAddress(c: Context): string | null {
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  return env?.incoming?.socket?.remoteAddress ?? null
}
