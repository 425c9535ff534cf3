import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { isRead } from './method.ts'
import { writeComplete } from './turn-response.ts'

/** For this long, requests are begun within one turn of the event loop: a dozen cheap ones, or a large list and a half. */
const TURN_MS = 2

/** `arrivedMs`, by the performance clock: only of a request that had to wait in line. */
export type Arrived = IncomingMessage & { arrivedMs?: number }
type Waiting = { request: Arrived; response: ServerResponse }

/**
 * Begins requests in the order of their arrival. Node hands over what all connections have sent before it looks at them
 * again, in an order of its own: a request that just missed it would wait for all of these, and once more for those of their
 * clients' next requests that are handed over before it. So a turn of the event loop begins only what fits into TURN_MS; the rest
 * waits in line, and what arrives meanwhile joins it. A read whose reader hangs up while waiting is left out.
 *
 * `begin` does the work that needs no waiting in microtasks, and does not throw.
 */
export function inTurns(
  begin: (request: IncomingMessage, response: ServerResponse) => unknown,
): RequestListener {
  const waiting: Waiting[] = []
  /** Undefined while nothing has been begun in this turn. */
  let beganMs: number | undefined

  const isOver = () => beganMs !== undefined && performance.now() - beganMs > TURN_MS

  async function nextTurn(): Promise<void> {
    beganMs = undefined
    if (waiting.length === 0) return
    beganMs = performance.now()
    while (!isOver()) {
      const next = waiting.shift()
      if (next === undefined) break
      if (isWanted(next)) begin(next.request, next.response)
      await untilMicrotasksAreDone()
    }
    // Otherwise not before the end of the next turn, which may render a page.
    writeComplete()
    setImmediate(nextTurn)
  }

  return (request: Arrived, response) => {
    if (beganMs === undefined) {
      beganMs = performance.now()
      setImmediate(nextTurn)
    }
    if (isOver() && isFirstOfConnection(response)) {
      request.arrivedMs = performance.now()
      waiting.push({ request, response })
    } else begin(request, response)
  }
}

/** Node stops reading from a client that asks ahead only once responses to it pile up: these must not wait in line. */
function isFirstOfConnection({ socket }: ServerResponse): boolean {
  return socket !== null
}

/** A write is carried out all the same, as it would be if its client hung up a little later. */
function isWanted({ request, response }: Waiting): boolean {
  return !response.destroyed || !isRead(request.method ?? '')
}

/** What a microtask gives to nextTick runs once no microtask is left, not even one queued by another. */
function untilMicrotasksAreDone(): Promise<void> {
  return new Promise((done) => queueMicrotask(() => process.nextTick(done)))
}
