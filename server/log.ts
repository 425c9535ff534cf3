import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

/** JSON lines, or one readable line per event for a person at a terminal. Nothing personal or secret may be handed to it. */
export function createLog(options: { level: string; format: 'json' | 'pretty' }): Logger {
  const base = { level: options.level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  if (options.format === 'json') return pino(base)
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
