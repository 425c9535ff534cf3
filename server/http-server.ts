import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Refusal } from './refusal.ts'
import { TurnResponse } from './turn-response.ts'

const DRAIN_MS = 10_000
/**
 * Browsers and load balancers open connections ahead of use. A request sent over one at the last moment has arrived after
 * this time.
 */
const SILENT_MS = 500
/**
 * Longer than the 60 s for which load balancers keep idle connections. If we closed first, a request already on its way
 * would hit a closed connection and its client would get a 502. Node's default is 5 s.
 */
const KEEP_ALIVE_MS = 75_000

export type HttpServer = {
  server: Server
  port: number
  /** Passes requests to this listener from now on; until then they get a 503 with Retry-After. */
  answerWith: (listener: RequestListener) => void
  /** Stops accepting connections and lets running requests finish, for 10 s at most. */
  close: () => Promise<void>
}

/** System error codes for an address that this machine does not have, and for a name that does not resolve. */
const NOT_HERE = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'])

/**
 * Binds the port before anything else is opened, so that a busy port is detected at once. Rejects with the system's
 * error, or with a Refusal when `host` is not an address of this machine.
 */
export async function openHttpServer(port: number, host: string): Promise<HttpServer> {
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, ServerResponse: TurnResponse },
    answerStarting,
  )
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((done, fail) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      const isNotHere = NOT_HERE.has(error.code ?? '')
      fail(
        isNotHere
          ? new Refusal(`${host} is no address of this machine. Leave HOST out, or set it to one.`)
          : error,
      )
    }
    server.once('error', refuse)
    server.listen(port, host, () => {
      server.off('error', refuse)
      done()
    })
  })
  return {
    server,
    port: (server.address() as AddressInfo).port,
    answerWith: (listener) => {
      server.off('request', answerStarting)
      server.on('request', listener)
    },
    close: () =>
      new Promise((done) => {
        const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
        // Node does not count these as idle: their first request may still arrive.
        const endSilent = setTimeout(() => {
          for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
        }, SILENT_MS)
        // A keep-alive connection would go on delivering requests until it times out.
        server.prependListener('request', (_request, response) => {
          response.shouldKeepAlive = false
        })
        server.close(() => {
          clearTimeout(force)
          clearTimeout(endSilent)
          done()
        })
        server.closeIdleConnections()
      }),
  }
}

const answerStarting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '1' })
  response.end(
    JSON.stringify({ code: 'UNAVAILABLE', message: 'The shop is opening. Please try again in a moment.' }),
  )
}
