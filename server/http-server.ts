import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const DRAIN_MS = 10_000

export type HttpServer = {
  server: Server
  port: number
  /** From now on requests go here; until then callers are asked to wait. */
  answerWith: (listener: RequestListener) => void
  /** Takes no new connection and lets running requests end, for 10 s at most. */
  close: () => Promise<void>
}

/** Takes the port before anything else is opened, so that a busy one is found at once. Rejects with the system's error. */
export async function openHttpServer(port: number, host: string): Promise<HttpServer> {
  const server = createServer(answerStarting)
  await new Promise<void>((done, fail) => {
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
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
        // A connection that is kept alive would go on bringing requests until its time is over.
        server.prependListener('request', (_request, response) => {
          response.shouldKeepAlive = false
        })
        server.close(() => {
          clearTimeout(force)
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
