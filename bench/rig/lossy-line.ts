/**
 * A bad mobile line in front of a server, as TCP and TLS behave on it: a rate that all connections share, a delay, and packets that are lost
 * and sent again while what follows them waits.
 */

import type { AddressInfo } from 'node:net'
import { createServer, connect as dial, type Socket } from 'node:net'
import { mulberry32 } from '#test/support/mulberry32.ts'

/** `roundTripMs` there and back; `loss` of 1. */
export type Line = { bytesPerS: number; roundTripMs: number; loss: number; seed: number }

const PACKET_BYTES = 1_448
/** TCP's and TLS 1.3's. */
const HANDSHAKE_ROUND_TRIPS = 2
/** Where nothing follows a lost packet, nobody misses it before. */
const RETRANSMIT_MS = 1_000

export type LossyLine = {
  url: string
  aim: (url: string) => void
  setBad: (isBad: boolean) => void
  close: () => void
}

export async function openLossyLine({ bytesPerS, roundTripMs, loss, seed }: Line): Promise<LossyLine> {
  const random = mulberry32(seed)
  const freeAt = { up: 0, down: 0 }
  const sockets = new Set<Socket>()
  let port = 0
  let isBad = false

  /** Sends what comes on when it would arrive. */
  function carry(from: Socket, to: Socket, way: 'up' | 'down', openAt: number): void {
    let arrivesAt = openAt
    from.on('data', (bytes) => {
      const now = performance.now()
      if (isBad) {
        for (let start = 0; start < bytes.length; start += PACKET_BYTES) {
          const size = Math.min(PACKET_BYTES, bytes.length - start)
          freeAt[way] = Math.max(freeAt[way], now, openAt) + (size / bytesPerS) * 1_000
          const isLast = start + size === bytes.length
          const again = random() < loss ? (isLast ? RETRANSMIT_MS : roundTripMs) : 0
          arrivesAt = Math.max(arrivesAt, freeAt[way] + roundTripMs / 2 + again)
        }
      }
      setTimeout(() => to.writable && to.write(bytes), Math.max(0, arrivesAt - now))
    })
    from.on('close', () => setTimeout(() => to.destroy(), Math.max(0, arrivesAt - performance.now())))
    from.on('error', () => {})
  }

  const server = createServer((client) => {
    const upstream = dial({ host: '127.0.0.1', port })
    const openAt = performance.now() + (isBad ? HANDSHAKE_ROUND_TRIPS * roundTripMs : 0)
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true)
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
    carry(client, upstream, 'up', openAt)
    carry(upstream, client, 'down', openAt)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    aim: (url) => {
      port = Number(new URL(url).port)
    },
    setBad: (bad) => {
      isBad = bad
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
