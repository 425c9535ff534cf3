import type { PGlite } from '@electric-sql/pglite'

/** The one session that an embedded database has. */
export type EmbeddedSession = {
  /**
   * Runs messages of PostgreSQL's protocol. `answer` gets the responses, all at once, also if it then rejects, which it does
   * when the database breaks down, and from then on.
   */
  run: (messages: Uint8Array, answer: (responses: Buffer) => void) => Promise<void>
  isBroken: () => boolean
}

/** `onBreakdown` is called once, after the statement that broke it has been rejected. */
export function openSession(
  database: PGlite,
  onBreakdown: (error: Error) => void = () => {},
): EmbeddedSession {
  let broken: Error | undefined
  stopAtBreakdown(database.Module as unknown as Internals, (error) => {
    broken = error
    setImmediate(onBreakdown, error)
  })
  return {
    run: async (messages, answer) => {
      if (broken !== undefined) throw broken
      const pieces: Buffer[] = []
      try {
        await database.execProtocolRawStream(messages, {
          // A view of the database's memory, which the next piece overwrites.
          onRawData: (piece) => void pieces.push(Buffer.from(piece)),
          // Files and memory have what is written at once; only a browser's storage has to be told.
          syncToFs: false,
        })
      } finally {
        answer(Buffer.concat(pieces))
      }
    },
    isBroken: () => broken !== undefined,
  }
}

/** What PGlite calls while it runs messages. */
type Internals = {
  _PostgresMainLoopOnce: () => void
  stackRestore: (at: number) => number
  _PostgresSendReadyForQueryIfNecessary: () => void
  _pgl_pq_flush: () => void
}

/** With this exception PostgreSQL's code leaves a statement that failed. Source: PGlite's POSTGRES_MAIN_LONGJMP. */
const FAILED_STATEMENT = 100

/**
 * PGlite catches whatever WebAssembly throws and goes on: after a panic of PostgreSQL, such as a full disk brings about, or an
 * overflow of the stack, in memory of which nothing is known any more, and perhaps waiting for a lock that nobody will release.
 * PostgreSQL itself ends all its processes then. Here nothing is run any more: PGlite's own handling of the exception is
 * left by another one, at its first call.
 */
function stopAtBreakdown(internals: Internals, tell: (error: Error) => void): void {
  const { _PostgresMainLoopOnce, stackRestore, _PostgresSendReadyForQueryIfNecessary, _pgl_pq_flush } =
    internals
  let broken: Error | undefined
  internals._PostgresMainLoopOnce = () => {
    try {
      _PostgresMainLoopOnce()
    } catch (error) {
      if ((error as { status?: unknown }).status !== FAILED_STATEMENT) {
        broken = new Error('The embedded database has broken down', { cause: error })
        tell(broken)
      }
      throw error
    }
  }
  internals.stackRestore = (at) => {
    if (broken !== undefined) throw broken
    return stackRestore(at)
  }
  internals._PostgresSendReadyForQueryIfNecessary = () => {
    if (broken === undefined) _PostgresSendReadyForQueryIfNecessary()
  }
  internals._pgl_pq_flush = () => {
    if (broken === undefined) _pgl_pq_flush()
  }
}
