import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * The address a request came from. X-Forwarded-For is believed only for as many hops as there are known proxies
 * in front (TRUST_PROXY): the entry that the outermost of them wrote. Anything a client adds stands left of it.
 */
export function clientAddress(context: Context, trustedProxies: number): string {
  const socket =
    (context.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? 'in-process'
  if (trustedProxies === 0) return socket
  const hops = (context.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
  return hops.at(-trustedProxies) ?? socket
}
