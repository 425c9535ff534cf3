/** An error as the log may keep it. A failed statement carries its values, and the database's own words name them too. */
export type LoggedError = {
  type: string
  message: string
  stack?: string
  /** PostgreSQL's or Node's. */
  code?: string
  table?: string
  constraint?: string
  cause?: LoggedError
}

const CAUSES_MAX = 5
/** How the query layer ends its message. */
const VALUES = /\nparams: .*?(?=\n {4}at |$)/gs
const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\(.*\)=\(.*\)/g

/** Type, place, statement and code of an error and of its causes, without the values that were in it. */
export function errorForLog(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error' }
  const message = withoutValues(error)
  const { code, table, constraint } = error as { code?: unknown; table?: unknown; constraint?: unknown }
  return {
    type: error.constructor.name,
    message,
    ...(error.stack === undefined
      ? {}
      : { stack: error.stack.replace(error.message, message).replace(VALUES, '') }),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof table === 'string' ? { table } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(error.cause === undefined || depth >= CAUSES_MAX
      ? {}
      : { cause: errorForLog(error.cause, depth + 1) }),
  }
}

/** The database quotes values in its messages ("invalid input syntax for type integer: …"); statements quote only names. */
function withoutValues(error: Error): string {
  const isStatement = error.message.startsWith('Failed query: ')
  if (isStatement) return error.message.replace(VALUES, '')
  return 'severity' in error ? error.message.replace(QUOTED, '…') : error.message
}
