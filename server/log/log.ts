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
  // Unlike the library's own stream, Node's does not try for ever to write to a full disk, and writes again once there is room.
  if (options.format === 'json') return pino(base, options.destination ?? process.stdout)
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
