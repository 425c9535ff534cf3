import { PGlite } from '@electric-sql/pglite'
import { KILL_POINTS, type Watch } from './kill-point.ts'
import { createStatementReader } from './statement.ts'

let watch: Watch | undefined
const readStatements = createStatementReader(false)
const { execProtocolStream } = PGlite.prototype

PGlite.prototype.execProtocolStream = async function (message, options) {
  dieIf(watch?.(message, 'client', readStatements(message)))
  const answer = await execProtocolStream.call(this, message, options)
  dieIf(watch?.(new Uint8Array(), 'server', []))
  return answer
}

function dieIf(isMoment: boolean | undefined): void {
  if (isMoment) process.kill(process.pid, 'SIGKILL')
}

/** Makes this process kill -9 itself when the messages to its embedded database reach that point. */
export function dieAt(name: string, markers: readonly string[]): void {
  watch = KILL_POINTS.find((point) => point.name === name)?.watch(markers)
}
