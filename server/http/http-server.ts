import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '#server/refusal.ts'

const DRAIN_MS = 10_000
/** How long clients may delay the end of listening by receiving slowly what has been written for them. */
const SENDING_MS = 5_000
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
/** How long a client may take to send its headers, and its whole request; Node answers 408 then. */
const HEADERS_MS = 15_000
const REQUEST_MS = 30_000
const CHECKED_EVERY_MS = 5_000
/** How long a response may make no headway: a client that never reads it would keep its connection for ever. */
const UNREAD_MS = 60_000
/** Generous, since many phones share one address behind a carrier; more than one client needs to use up the rest. */
const CONNECTIONS_PER_ADDRESS = 1_000

export type HttpServer = Awaited<ReturnType<typeof openHttpServer>>

/** System error codes for an address that this machine does not have, and for a name that does not resolve. */
const NOT_HERE = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'])

/**
 * Binds the port before anything else is opened, so that a busy port is detected at once. Rejects with the system's
 * error, or with a Refusal when `host` is not an address of this machine. `stopListening` is called once, when it closes. An address
 * may have `perAddress` connections at once; Infinity where all come from a proxy.
 */
export async function openHttpServer(
  port: number,
  host: string,
  stopListening: (server: Server) => void = (server) => void server.close(),
  {
    perAddress = CONNECTIONS_PER_ADDRESS,
    requestMs = REQUEST_MS,
    unreadMs = UNREAD_MS,
  }: { perAddress?: number; requestMs?: number; unreadMs?: number } = {},
) {
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: Math.min(HEADERS_MS, requestMs),
    requestTimeout: requestMs,
    connectionsCheckingInterval: Math.min(CHECKED_EVERY_MS, requestMs),
  })
  server.setTimeout(unreadMs)
  const connections = followConnections(server, perAddress)
  server.on('request', respondStarting)
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    if (!NOT_HERE.has((error as NodeJS.ErrnoException).code ?? '')) throw error
    throw new Refusal(`${host} is no address of this machine. Leave HOST out, or set it to one.`)
  }
  return {
    server,
    port: (server.address() as AddressInfo).port,
    /** Passes requests to this listener from now on; until then they get a 503 with Retry-After. */
    respondWith: (listener: RequestListener): void => {
      server.off('request', respondStarting)
      server.on('request', listener)
    },
    /** Stops accepting connections and lets running requests finish and their responses be sent, for 10 s at most. */
    close: async (): Promise<void> => {
      const closed = once(server, 'close')
      const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
      const late = sleep(SENDING_MS, 'late', { ref: false })
      connections.drain()
      // Node counts a connection as idle once its response is written, and server.close() discards what a slow client has not
      // yet received.
      for (let sending = connections.sending(); sending.length > 0; sending = connections.sending())
        if ((await Promise.race([late, Promise.all(sending)])) === 'late') break
      stopListening(server)
      await closed
      clearTimeout(force)
    },
  }
}

type Connection = {
  /** Its newest response that is not wholly sent. Responses are sent in order: while any is unsent, the newest is. */
  unsent: ServerResponse | undefined
  /** What had been read from it when its last response was sent. */
  readBytes: number
}

/**
 * `drain` makes each connection close after its last response, and idle ones at once; a response not yet begun tells its
 * client. `sending` are the responses that are written but not wholly sent: each resolves once it is.
 */
function followConnections(
  server: Server,
  perAddress: number,
): { drain: () => void; sending: () => Promise<unknown>[] } {
  const connections = new Map<Socket, Connection>()
  const countOf = new Map<string, number>()
  let isDraining = false
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (countOf.get(address) ?? 0) + 1
    if (count > perAddress) return void socket.destroy()
    countOf.set(address, count)
    connections.set(socket, { unsent: undefined, readBytes: 0 })
    socket.once('close', () => {
      connections.delete(socket)
      const left = (countOf.get(address) ?? 1) - 1
      if (left === 0) countOf.delete(address)
      else countOf.set(address, left)
    })
  })
  server.on('request', ({ socket }, response) => {
    const connection = connections.get(socket)
    if (connection === undefined) return
    connection.unsent = response
    if (isDraining) closeAfter(response)
    response.once('close', () => {
      if (connection.unsent !== response) return
      connection.unsent = undefined
      connection.readBytes = socket.bytesRead
      if (isDraining) socket.destroySoon()
    })
  })

  return {
    drain: () => {
      isDraining = true
      for (const [socket, { unsent, readBytes }] of connections) {
        if (unsent !== undefined) closeAfter(unsent)
        else if (socket.bytesRead === 0) closeIfSilent(socket)
        // Otherwise part of the next request has arrived: it is served.
        else if (socket.bytesRead === readBytes) socket.destroySoon()
      }
    },
    sending: () =>
      [...connections.values()].flatMap(({ unsent }) =>
        unsent?.writableEnded ? [new Promise((done) => unsent.once('close', done))] : [],
      ),
  }
}

function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close')
}

/** Closes a connection over which nothing has arrived, unless its first request still does. */
function closeIfSilent(socket: Socket): void {
  const timer = setTimeout(() => {
    if (socket.bytesRead === 0) socket.destroy()
  }, SILENT_MS)
  socket.once('close', () => clearTimeout(timer))
}

const respondStarting: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '1' })
  response.end(
    JSON.stringify({ code: 'UNAVAILABLE', message: 'The shop is opening. Please try again in a moment.' }),
  )
}

/**
 * Rejects with EADDRINUSE if another program has the shop's port for IPv6 on this machine. Browsers try that address of
 * localhost first: the shop would open on IPv4, and its owner would see the other program. Tests pass an `address` that
 * every machine has.
 */
export async function checkLocalhost(
  { port, host, publicUrl }: { port: number; host: string; publicUrl: string },
  address = '::1',
): Promise<void> {
  const isShownThere = new URL(`http://localhost:${port}`).origin === publicUrl
  if (host !== '0.0.0.0' || !isShownThere || port === 0) return
  const probe = createServer()
  try {
    await once(probe.listen(port, address), 'listening')
  } catch (error) {
    // Otherwise the machine has no IPv6, or the shop may not use the port on IPv4 either, which is reported when it opens.
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw error
    return
  }
  probe.close()
  await once(probe, 'close')
}
