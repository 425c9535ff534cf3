import { tryGetContext } from 'hono/context-storage'
import { type DestinationStream, type Logger, pino } from 'pino'
import pretty from 'pino-pretty'
import type { AppEnv } from '#server/http/router.ts'
import { errorForLog } from './log-error.ts'

/**
 * Writes JSON lines, or one readable line per event for a person at a terminal. A line written while handling a request
 * carries that request's id. Never log anything personal or secret.
 */
export function createLog(options: {
  level: string
  format: 'json' | 'pretty'
  /** Replaces standard output, for JSON lines. */
  destination?: DestinationStream
}): Logger {
  const base = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: errorForLog },
    mixin: () => {
      const requestId = tryGetContext<AppEnv>()?.get('requestId')
      return requestId === undefined ? {} : { requestId }
    },
  }
  if (options.format === 'json') return pino(base, options.destination ?? standardOutput())
  return pino(
    base,
    pretty({
      colorize: process.stdout.isTTY === true,
      translateTime: 'SYS:HH:MM:ss',
      ignore: 'pid,hostname',
      singleLine: true,
      sync: true,
    }),
  )
}

/** How much waits in memory while it cannot be written. */
const UNWRITTEN_MAX_BYTES = 1_000_000

/**
 * The shop goes on while its log cannot be written, such as on a full disk, and writes it as soon as there is room. The exit
 * does not wait for lines that cannot be written, for which the library would try for ever.
 */
function standardOutput() {
  const stream = pino.destination({ dest: 1, minLength: 0, maxLength: UNWRITTEN_MAX_BYTES })
  const flush = stream.flushSync.bind(stream)
  stream.on('error', () => {
    stream.flushSync = () => {}
  })
  stream.on('write', () => {
    stream.flushSync = flush
  })
  return stream
}
