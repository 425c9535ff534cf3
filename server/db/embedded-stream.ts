import { Duplex } from 'node:stream'
import type { EmbeddedSession } from './embedded-session.ts'

/** The first byte of a message to the database. A startup message begins with its length, which is below 16 MB. */
const STARTUP = 0
const TERMINATE = 'X'.charCodeAt(0)

/** Ends what an earlier connection has left in the session. */
const FRESH_SESSION = simpleQuery('rollback; deallocate all')

/**
 * Leads node-postgres to an embedded database, as a socket leads it to a server: both databases then have the same driver, with
 * its prepared statements. What is written in one turn of the event loop is run in one go, once its writer has returned. If the
 * database breaks down, so does the connection.
 */
export class EmbeddedStream extends Duplex {
  readonly #session: EmbeddedSession

  constructor(session: EmbeddedSession) {
    super()
    this.#session = session
  }

  /** Of a socket's own methods those that the driver calls: only this one has an effect. */
  connect = () => process.nextTick(() => this.emit('connect'))
  setNoDelay = () => {}
  setKeepAlive = () => {}
  ref = () => {}
  unref = () => {}

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: unknown, done: (error?: Error) => void): void {
    process.nextTick(() => this.#send(bytes).then(() => done(), done))
  }

  override _writev(pieces: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(pieces.map(({ chunk }) => chunk)), undefined, done)
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  async #send(bytes: Buffer): Promise<void> {
    if (bytes[0] === TERMINATE) return
    if (bytes[0] === STARTUP) await this.#session.run(FRESH_SESSION, () => {})
    // By itself: an error in what the driver calls with a response is none of the database's.
    await this.#session.run(bytes, (responses) => process.nextTick(() => this.push(responses)))
  }
}

/** A message of the simple query protocol. Source: PostgreSQL documentation, "Message Formats". */
function simpleQuery(text: string): Buffer {
  const message = Buffer.from(`Q0000${text}\0`)
  message.writeInt32BE(message.length - 1, 1)
  return message
}
