import { isLoopbackHost } from '#server/http/client-address.ts'

/** The push services of the browsers. The shop sends to no other address, whatever a browser names. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /\.push\.services\.mozilla\.com$/,
  /\.notify\.windows\.com$/,
  /\.push\.apple\.com$/,
]

/** A shop on a loopback address, which is being tried out, may have a stand-in there. */
export function isPushService(endpoint: string, { isLoopback }: { isLoopback: boolean }): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username } = new URL(endpoint)
  if (isLoopback && isLoopbackHost(hostname)) return true
  const isPlain = protocol === 'https:' && port === '' && username === ''
  return isPlain && SERVICES.some((service) => service.test(hostname))
}
