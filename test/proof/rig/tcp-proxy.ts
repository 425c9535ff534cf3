import type { AddressInfo } from 'node:net'
import { createServer, connect as dial, type Socket } from 'node:net'
import type { StatementReader } from './statement.ts'

export type Side = 'client' | 'server'

/** A network fault. */
export type Toxic =
  /** Every chunk is delayed. */
  | { kind: 'latency'; ms: number }
  /** The next chunk from that side resets the connection. */
  | { kind: 'reset'; from: Side }
  /** This many more bytes of that side pass, then the connection ends. */
  | { kind: 'cut'; from: Side; afterBytes: number }
  /** Nothing passes in either direction, without an error; held chunks are delivered once it is healed. */
  | { kind: 'hang' }
  /** As 'hang', and not even the end of a connection passes. */
  | { kind: 'silence' }
  /** Open connections end, new ones are refused. */
  | { kind: 'down' }

/** Sees every chunk of a connection, and the SQL statements that begin in it, before it is forwarded; 'swallow' drops it. */
export type Tap = (piece: Buffer, from: Side, statements: readonly string[]) => 'pass' | 'swallow'

export type TcpProxy = {
  port: number
  /** Sets the ports that new connections go to, in turn. */
  aim: (...ports: number[]) => void
  /** Sets one fault at a time; without one the network is healed. */
  set: (toxic?: Toxic) => void
  /** Taps every connection, new or open, from its next chunk on: `open` creates the tap of each. */
  tap: (open?: () => Tap) => void
  close: () => Promise<void>
}

type Link = {
  client: Socket
  server: Socket
  readStatements: StatementReader | undefined
  tap: Tap | undefined
  held: (() => void)[]
  budget: number
}

/**
 * A local TCP proxy that can inject network faults and tap connections. `openReader` reads the statements of a connection to
 * a database, from its first byte on: one that was prepared long ago is executed by its name alone.
 */
export async function openTcpProxy(
  targets: number[] = [],
  openReader?: () => StatementReader,
): Promise<TcpProxy> {
  let ports = targets
  let turn = 0
  let toxic: Toxic | undefined
  let openTap: (() => Tap) | undefined
  const links = new Set<Link>()

  const end = (link: Link, isReset: boolean) => {
    links.delete(link)
    for (const socket of [link.client, link.server]) {
      if (isReset) socket.resetAndDestroy()
      else socket.destroy()
    }
  }

  function take(link: Link, piece: Buffer, from: Side): void {
    const statements = (from === 'client' && link.readStatements?.(piece)) || []
    if (link.tap?.(piece, from, statements) === 'swallow') return
    const to = from === 'client' ? link.server : link.client
    const pass = (bytes: Buffer) => void (to.writable && to.write(bytes))
    switch (toxic?.kind) {
      case 'latency':
        setTimeout(() => pass(piece), toxic.ms)
        return
      case 'hang':
      case 'silence':
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

  // Half open: otherwise a socket would confirm an end that does not pass.
  const server = createServer({ allowHalfOpen: true }, (client) => {
    client.on('error', () => {})
    const port = ports[turn++ % ports.length]
    if (toxic?.kind === 'down' || port === undefined) {
      client.resetAndDestroy()
      return
    }
    const upstream = dial({ host: '127.0.0.1', port, allowHalfOpen: true })
    upstream.on('error', () => {})
    for (const socket of [client, upstream]) socket.setNoDelay(true)
    const budget = toxic?.kind === 'cut' ? toxic.afterBytes : 0
    const link: Link = {
      client,
      server: upstream,
      readStatements: openReader?.(),
      tap: openTap?.(),
      held: [],
      budget,
    }
    links.add(link)
    client.on('data', (piece: Buffer) => take(link, piece, 'client'))
    upstream.on('data', (piece: Buffer) => take(link, piece, 'server'))
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      socket.on('close', () => {
        links.delete(link)
        other.destroy()
      })
      const end = () => {
        socket.end()
        // Delayed chunks must still arrive before the end.
        setTimeout(() => other.end(), toxic?.kind === 'latency' ? toxic.ms : 0)
      }
      socket.on('end', () => {
        if (toxic?.kind === 'silence') link.held.push(end)
        else end()
      })
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
      for (const link of links) link.tap = open?.()
    },
    close: () =>
      new Promise((done) => {
        for (const link of links) end(link, false)
        server.close(() => done())
      }),
  }
}
