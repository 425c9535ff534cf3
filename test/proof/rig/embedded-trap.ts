import { PGlite } from '@electric-sql/pglite'
import { KILL_POINTS, type Watch } from './kill-point.ts'
import { createStatementReader } from './statement.ts'

let watch: Watch | undefined
const readStatements = createStatementReader(false)
const { execProtocolRawStream } = PGlite.prototype

PGlite.prototype.execProtocolRawStream = async function (bytes, options) {
  const isStartup = bytes[0] === 0
  // Also while no moment is awaited: what is prepared now may be run later.
  const statements = isStartup ? [] : readStatements(bytes)
  dieIf(watch?.(bytes, 'client', statements))
  await execProtocolRawStream.call(this, bytes, options)
  dieIf(watch?.(new Uint8Array(), 'server', []))
}

function dieIf(isMoment: boolean | undefined): void {
  if (isMoment) process.kill(process.pid, 'SIGKILL')
}

/** Makes this process kill -9 itself when the messages to its embedded database reach that point. */
export function dieAt(name: string, markers: readonly string[]): void {
  watch = KILL_POINTS.find((point) => point.name === name)?.watch(markers)
}
