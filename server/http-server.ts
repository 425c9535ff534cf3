import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Refusal } from './refusal.ts'

const DRAIN_MS = 10_000
/** Browsers and balancers open connections ahead; what is asked over one at the last moment has come by then. */
const SILENT_MS = 500
/**
 * Longer than the minute for which balancers keep a connection that nobody uses: were it closed here first, a request that
 * is just on its way would meet nobody, and its sender would be told 502. Node's own is 5 s.
 */
const KEEP_ALIVE_MS = 75_000

export type HttpServer = {
  server: Server
  port: number
  /** From now on requests go here; until then callers are asked to wait. */
  answerWith: (listener: RequestListener) => void
  /** Takes no new connection and lets running requests end, for 10 s at most. */
  close: () => Promise<void>
}

/** The system's words for an address that is none of this machine's, and for a name that leads nowhere. */
const NOT_HERE = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'])

/**
 * Takes the port before anything else is opened, so that a busy one is found at once. Rejects with the system's error, or a
 * Refusal when `host` is no address of this machine.
 */
export async function openHttpServer(port: number, host: string): Promise<HttpServer> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, answerStarting)
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
        // To Node they are not idle: their first request may still come.
        const endSilent = setTimeout(() => {
          for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
        }, SILENT_MS)
        // A connection that is kept alive would go on bringing requests until its time is over.
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
