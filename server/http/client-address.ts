import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { callerNetwork } from './caller-network.ts'

/**
 * The client address of a request, as rate limits count it. X-Forwarded-For is trusted only for the number of known
 * proxies in front (TRUST_PROXY): the entry that the outermost of them wrote. Anything a client adds is further left; an
 * entry that is not an address is ignored.
 */
export function clientAddress(context: Context, trustedProxies: number): string {
  const socket =
    (context.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? 'in-process'
  if (trustedProxies === 0) return callerNetwork(socket) ?? socket
  const hops = (context.req.header('x-forwarded-for') ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
  return callerNetwork(hops.at(-trustedProxies) ?? '') ?? callerNetwork(socket) ?? socket
}
