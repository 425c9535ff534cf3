import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Bytes } from './coding.ts'
import type { Pieces } from './stored-answer.ts'

/**
 * A complete response waits for the end of its turn of the event loop or, in a turn longer than this, for the next response
 * that is completed in it.
 */
const WAIT_MOST_MS = 2

type Complete = { response: ServerResponse; write: () => void }
let complete: Complete[] = []
let firstAtMs = 0

/**
 * Responses that are complete within one turn of the event loop are written together, at its end. Writing wakes a reader on the
 * same machine, such as a proxy, and to wake one that has gone back to sleep since the last response costs more than all the rest
 * of the writing: a short list took 45 µs to write, and takes 10. A busy process completes a dozen in each turn.
 */
export class TurnResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  #pieces: Pieces = []

  /** To be ended with what is returned: these pieces are then written. */
  inPieces(pieces: Pieces): Bytes {
    this.#pieces = pieces
    return IN_PIECES
  }

  override end(...given: unknown[]): this {
    const nowMs = performance.now()
    if (complete.length === 0) {
      firstAtMs = nowMs
      setImmediate(writeComplete)
    }
    complete.push({
      response: this,
      write: () => {
        if (given[0] === IN_PIECES) this.#endInPieces()
        else super.end(...(given as [chunk: unknown, encoding: BufferEncoding]))
      },
    })
    if (nowMs - firstAtMs > WAIT_MOST_MS) writeComplete()
    return this
  }

  #endInPieces(): void {
    this.cork()
    for (const piece of this.#pieces) super.write(piece)
    super.end()
  }
}

/** Stands for the pieces of a response where one body is expected. */
const IN_PIECES = new Uint8Array(0)

/** The pieces as one body, which this response is to be ended with: they are copied only if it is no TurnResponse. */
export function bodyFor(response: unknown, pieces: Pieces): Bytes {
  const [first, ...others] = pieces
  if (first !== undefined && others.length === 0) return first
  return response instanceof TurnResponse ? response.inPieces(pieces) : Buffer.concat(pieces)
}

/** Writes the responses that are complete, before the end of the turn. */
export function writeComplete(): void {
  const writing = complete
  complete = []
  for (const { response, write } of writing) {
    try {
      write()
    } catch (error) {
      // Its listener has returned, and the other responses must not be lost with it.
      response.destroy(error as Error)
    }
  }
}
