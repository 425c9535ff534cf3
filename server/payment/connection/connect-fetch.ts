import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'

/** The subset of fetch that the adapter needs: a string URL, plain headers, a text body. Redirects are not followed. */
export type SmallFetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; signal: AbortSignal },
) => Promise<Response>

const MAX_RESPONSE_BYTES = 5 * 1024 * 1024

/**
 * The connect timeout is counted in this many intervals. After being blocked, the event loop runs timers before
 * sockets, so a single timer would give up a connection that was established long ago. However long it is blocked, that
 * counts as one interval.
 */
const PARTS = 4

/**
 * A fetch with a separate timeout for establishing the connection, TLS included. Node's fetch can only limit the whole
 * call, so an unreachable provider would take as long as a slow one. Each call opens a new connection, because the peer
 * may close an idle one just as a payment is sent.
 */
export function fetchConnectingWithin(connectMs: number): SmallFetch {
  return (url, { method, headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const isTls = new URL(url).protocol === 'https:'
      const outgoing = (isTls ? requestTls : requestPlain)(url, { method, headers, signal, agent: false })
      let partsLeft = PARTS
      const timer = setInterval(() => {
        partsLeft -= 1
        if (partsLeft === 0) outgoing.destroy(new Error('No connection in time'))
      }, connectMs / PARTS)
      outgoing.on('socket', (socket) =>
        socket.once(isTls ? 'secureConnect' : 'connect', () => clearInterval(timer)),
      )
      let hasResponse = false
      outgoing.on('error', reject)
      outgoing.on('close', () => {
        clearInterval(timer)
        // Without an error either: Node closes a connection whose peer switches protocols.
        if (!hasResponse) reject(new Error('The connection was closed without a response'))
      })
      outgoing.on('response', (incoming) => {
        hasResponse = true
        const chunks: Buffer[] = []
        let bytes = 0
        incoming.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > MAX_RESPONSE_BYTES) incoming.destroy(new Error('The response is too large'))
          else chunks.push(chunk)
        })
        incoming.on('error', reject)
        incoming.on('close', () => {
          if (!incoming.complete) reject(new Error('The connection broke'))
        })
        incoming.on('end', () => {
          const status = incoming.statusCode ?? 0
          // Response throws on any other status, and here that would be an uncaught exception.
          if (status < 200 || status > 599) {
            reject(new Error(`An invalid HTTP status: ${status}`))
            return
          }
          const hasBody = status !== 204 && status !== 205 && status !== 304
          resolve(new Response(hasBody ? Buffer.concat(chunks) : null, { status }))
        })
      })
      outgoing.end(body)
    })
}
