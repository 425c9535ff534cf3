import { isIPv4, isIPv6 } from 'node:net'

/** Between brackets, where a port may follow, or with the port behind an IPv4 address; Azure and HAProxy write them so. */
const WITH_PORT = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/
/** The first 96 bits of an IPv6 address that stands for an IPv4 one (RFC 4291, RFC 6052). */
const IPV4_WITHIN = new Set(['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'])

/**
 * What limits count a caller by: an IPv4 address itself, of IPv6 the first 64 bits, since each subscriber has all of the
 * addresses behind them. Undefined for what is no address.
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

/** The eight groups of an IPv6 address, however short it is written. */
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
