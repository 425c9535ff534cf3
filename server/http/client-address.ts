import { isIPv4, isIPv6 } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

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

/** An address in brackets with an optional port, or an IPv4 address with a port, as Azure and HAProxy write them. */
const WITH_PORT = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/
/** The first 96 bits of IPv6 addresses that embed an IPv4 address (RFC 4291, RFC 6052). */
const IPV4_WITHIN = new Set(['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'])

/**
 * What rate limits count a caller by: an IPv4 address itself, or the first 64 bits of an IPv6 address, since a subscriber
 * owns all addresses behind them. Undefined if the text is not an address.
 */
export function callerNetwork(text: string): string | undefined {
  const [, bracketed, beforePort] = WITH_PORT.exec(text) ?? []
  const address = bracketed ?? beforePort ?? text
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return undefined
  const groups = groupsOf(address.replace(/%.*$/s, ''))
  const [high = 0, low = 0] = groups.slice(6)
  const written = groups.map((group) => group.toString(16))
  return IPV4_WITHIN.has(written.slice(0, 6).join(':'))
    ? [high >> 8, high & 255, low >> 8, low & 255].join('.')
    : `${written.slice(0, 4).join(':')}::/64`
}

/** The neighbourhood of a caller, as clientAddress gives it: its /24, or the /56 of an IPv6 address, which one line may own. */
export function neighbourhood(caller: string): string {
  if (isIPv4(caller)) return `${caller.split('.').slice(0, 3).join('.')}.0/24`
  const [a, b, c, d] = caller.split(/[:/]/)
  if (!caller.endsWith('/64') || d === undefined) return caller
  return `${a}:${b}:${c}:${(Number.parseInt(d, 16) & 0xff00).toString(16)}::/56`
}

/** The eight groups of an IPv6 address, with any abbreviation expanded. */
function groupsOf(address: string): number[] {
  const hexadecimal = address.replace(
    /(\d+)\.(\d+)\.(\d+)\.(\d+)$/,
    (_, a, b, c, d) => `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`,
  )
  const [before = [], after] = hexadecimal
    .split('::')
    .map((side) => (side === '' ? [] : side.split(':').map((group) => Number.parseInt(group, 16))))
  if (after === undefined) return before
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/** All of 127.0.0.0/8 is this machine, not 127.0.0.1 alone. */
const isLoopbackIPv4 = (address: string) => isIPv4(address) && address.startsWith('127.')

/** Whether a host as in a URL or a Host header, with or without a port, names this machine. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return name === 'localhost' || name === '[::1]' || isLoopbackIPv4(name)
}

/** Whether the other end of a socket, by its address, is on this machine. */
export function isLoopbackPeer(address: string): boolean {
  // A socket that takes both families writes IPv4 addresses like this.
  return address === '::1' || isLoopbackIPv4(address.replace(/^::ffff:/, ''))
}
