import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { TurnResponse } from './api/turn-response.ts'
import { Refusal } from './refusal.ts'

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
  /** Stops accepting connections and lets running requests finish and their responses be sent, for 10 s at most. */
  close: () => Promise<void>
}

/** System error codes for an address that this machine does not have, and for a name that does not resolve. */
const NOT_HERE = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'])

/**
 * Binds the port before anything else is opened, so that a busy port is detected at once. Rejects with the system's
 * error, or with a Refusal when `host` is not an address of this machine.
 */
export async function openHttpServer(port: number, host: string): Promise<HttpServer> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, ServerResponse: TurnResponse })
  const connections = followConnections(server)
  spareUnsent(server, connections)
  server.on('request', answerStarting)
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
          for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy()
        }, SILENT_MS)
        for (const response of connections.values()) if (response) response.shouldKeepAlive = false
        server.close(() => {
          clearTimeout(force)
          clearTimeout(endSilent)
          done()
        })
      }),
  }
}

/**
 * The open connections, each with its newest response that is not wholly sent. Responses are sent in the order of their
 * requests, so while any is unsent the newest is.
 */
type Connections = Map<Socket, ServerResponse | undefined>

/** Once the server no longer listens, each connection closes after its last response; one not yet begun tells the client. */
function followConnections(server: Server): Connections {
  const connections: Connections = new Map()
  server.on('connection', (socket) => {
    connections.set(socket, undefined)
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    connections.set(socket, response)
    // A keep-alive connection would go on delivering requests until it times out.
    if (!server.listening) response.shouldKeepAlive = false
    response.once('close', () => {
      if (connections.get(socket) !== response) return
      connections.set(socket, undefined)
      if (!server.listening) socket.destroySoon()
    })
  })
  return connections
}

/**
 * Node counts a connection as idle as soon as `end()` was called on its response, and would discard what a slow client has not
 * yet taken. It closes idle connections whenever the server is closed, which in a worker the primary does too.
 */
function spareUnsent(server: Server, connections: Connections): void {
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    const unsent = [...connections].flatMap(([socket, response]) => (response ? [socket] : []))
    for (const socket of unsent) socket.destroy = () => socket
    closeIdle()
    for (const socket of unsent) socket.destroy = Socket.prototype.destroy
  }
}

const answerStarting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '1' })
  response.end(
    JSON.stringify({ code: 'UNAVAILABLE', message: 'The shop is opening. Please try again in a moment.' }),
  )
}
