import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { callerNetwork } from './caller-network.ts'

/**
 * The address a request came from, as limits count it. X-Forwarded-For is believed only for as many hops as there are
 * known proxies in front (TRUST_PROXY): the entry that the outermost of them wrote. Anything a client adds stands left of
 * it, and what is no address is nobody's word.
 */
export function clientAddress(context: Context, trustedProxies: number): string {
  const socket =
    (context.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? 'in-process'
  const forwarded = trustedProxies === 0 ? '' : (context.req.header('x-forwarded-for') ?? '')
  const hops = forwarded
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean)
  return callerNetwork(hops.at(-trustedProxies) ?? '') ?? callerNetwork(socket) ?? socket
}
