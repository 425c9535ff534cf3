import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** For this long, requests are begun within one turn of the event loop: a dozen cheap ones, or a large list and a half. */
const TURN_MS = 2

type Waiting = { request: IncomingMessage; response: ServerResponse }

/**
 * Begins requests in the order of their arrival. Node hands over what all connections have sent before it looks at them
 * again, in an order of its own: a request that just missed it would wait for all of these, and once more for those of their
 * clients' next requests that are handed over before it. So a turn of the event loop begins only what fits into TURN_MS; the rest
 * waits in line, and what arrives meanwhile joins it. Who hangs up while waiting is not answered.
 *
 * `begin` does the work that needs no waiting in microtasks.
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
      if (!next.response.destroyed) begin(next.request, next.response)
      await untilMicrotasksAreDone()
    }
    setImmediate(nextTurn)
  }

  return (request, response) => {
    if (beganMs === undefined) {
      beganMs = performance.now()
      setImmediate(nextTurn)
    }
    if (isOver()) waiting.push({ request, response })
    else begin(request, response)
  }
}

/** What a microtask gives to nextTick runs once no microtask is left, not even one queued by another. */
function untilMicrotasksAreDone(): Promise<void> {
  return new Promise((done) => queueMicrotask(() => process.nextTick(done)))
}
