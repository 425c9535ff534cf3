import { isIPv4 } from 'node:net'

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
