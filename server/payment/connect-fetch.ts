import { request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'

/** What the adapter needs of fetch: an address as text, plain headers, a text body. Redirects are not followed. */
export type SmallFetch = (
  url: string,
  init: { method: string; headers: Record<string, string>; body?: string; signal: AbortSignal },
) => Promise<Response>

const MAX_ANSWER_BYTES = 5 * 1024 * 1024

/**
 * The time to connect is counted in so many parts. A process that is held up hears its timers before its sockets, so one
 * timer would give up a connection that has long been standing; however long it is held up, that is one part.
 */
const PARTS = 4

/**
 * A fetch that gives up a connection that does not stand within `connectMs`, TLS included: the fetch of Node can only
 * limit the whole call, so a provider that is not there would cost as much as one that thinks. Each call has a
 * connection of its own, since one kept open may be closed by the other side just as a payment is sent.
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
      outgoing.on('error', (error) => {
        clearInterval(timer)
        reject(error)
      })
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = []
        let bytes = 0
        incoming.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > MAX_ANSWER_BYTES) incoming.destroy(new Error('The answer is too large'))
          else chunks.push(chunk)
        })
        incoming.on('error', reject)
        incoming.on('close', () => {
          if (!incoming.complete) reject(new Error('The connection broke'))
        })
        incoming.on('end', () => {
          const status = incoming.statusCode ?? 0
          const hasBody = status >= 200 && status !== 204 && status !== 304
          resolve(new Response(hasBody ? Buffer.concat(chunks) : null, { status: Math.max(200, status) }))
        })
      })
      outgoing.end(body)
    })
}
