import type { AddressInfo } from 'node:net'
import { createServer, connect as dial, type Socket } from 'node:net'

export type Side = 'client' | 'server'

/** What a network does to those who speak over it. */
export type Toxic =
  /** Every piece comes that much later. */
  | { kind: 'latency'; ms: number }
  /** The next piece from that side ends the connection with a reset. */
  | { kind: 'reset'; from: Side }
  /** So many bytes of that side still come through, then the connection ends. */
  | { kind: 'cut'; from: Side; afterBytes: number }
  /** Nothing comes through in either direction, and nobody is told; what was sent comes once it is healed. */
  | { kind: 'hang' }
  /** Nobody is there: open connections end, new ones are refused. */
  | { kind: 'down' }

/** Sees every piece of a connection before it is passed on; 'swallow' keeps it and all that follows from the other side. */
export type Tap = (piece: Buffer, from: Side) => 'pass' | 'swallow'

export type TcpProxy = {
  port: number
  /** Where new connections go, in turn. */
  aim: (...ports: number[]) => void
  /** One toxic at a time; none heals. */
  set: (toxic?: Toxic) => void
  /** Looks into every connection, new or open, from its next piece on: `open` makes the tap of each. */
  tap: (open?: (isNewConnection: boolean) => Tap) => void
  close: () => Promise<void>
}

type Link = { client: Socket; server: Socket; tap: Tap | undefined; held: (() => void)[]; budget: number }

/** A TCP proxy on this machine whose network can be made bad, or looked into. */
export async function openTcpProxy(...targets: number[]): Promise<TcpProxy> {
  let ports = targets
  let turn = 0
  let toxic: Toxic | undefined
  let openTap: ((isNewConnection: boolean) => Tap) | undefined
  const links = new Set<Link>()

  const end = (link: Link, isReset: boolean) => {
    links.delete(link)
    for (const socket of [link.client, link.server]) {
      if (isReset) socket.resetAndDestroy()
      else socket.destroy()
    }
  }

  function take(link: Link, piece: Buffer, from: Side): void {
    if (link.tap?.(piece, from) === 'swallow') return
    const to = from === 'client' ? link.server : link.client
    const pass = (bytes: Buffer) => void (to.writable && to.write(bytes))
    switch (toxic?.kind) {
      case 'latency':
        setTimeout(() => pass(piece), toxic.ms)
        return
      case 'hang':
        link.held.push(() => pass(piece))
        return
      case 'down':
        end(link, true)
        return
      case 'reset':
        if (toxic.from === from) end(link, true)
        else pass(piece)
        return
      case 'cut': {
        if (toxic.from !== from) {
          pass(piece)
          return
        }
        const part = piece.subarray(0, link.budget)
        link.budget -= part.length
        to.write(part, () => link.budget <= 0 && end(link, false))
        return
      }
      case undefined:
        pass(piece)
    }
  }

  const server = createServer((client) => {
    const port = ports[turn++ % ports.length]
    if (toxic?.kind === 'down' || port === undefined) {
      client.resetAndDestroy()
      return
    }
    const upstream = dial({ host: '127.0.0.1', port })
    for (const socket of [client, upstream]) socket.setNoDelay(true)
    const budget = toxic?.kind === 'cut' ? toxic.afterBytes : 0
    const link: Link = { client, server: upstream, tap: openTap?.(true), held: [], budget }
    links.add(link)
    client.on('data', (piece: Buffer) => take(link, piece, 'client'))
    upstream.on('data', (piece: Buffer) => take(link, piece, 'server'))
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on('error', () => {})
      socket.on('close', () => {
        links.delete(link)
        other.destroy()
      })
      // What is on its way late must still come before the end.
      socket.on('end', () => setTimeout(() => other.end(), toxic?.kind === 'latency' ? toxic.ms : 0))
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

  return {
    port: (server.address() as AddressInfo).port,
    aim: (...next) => {
      ports = next
    },
    set: (next) => {
      toxic = next
      for (const link of links) {
        if (next?.kind === 'down') end(link, true)
        link.budget = next?.kind === 'cut' ? next.afterBytes : 0
        if (next === undefined) for (const pass of link.held.splice(0)) pass()
      }
    },
    tap: (open) => {
      openTap = open
      for (const link of links) link.tap = open?.(false)
    },
    close: () =>
      new Promise((done) => {
        for (const link of links) end(link, false)
        server.close(() => done())
      }),
  }
}
