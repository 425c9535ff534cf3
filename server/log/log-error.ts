/**
 * An error in a form that is safe to log. A failed statement's error carries its values, and PostgreSQL's own messages
 * quote them too.
 */
export type LoggedError = {
  type: string
  message: string
  stack?: string
  /** PostgreSQL's or Node's error code. */
  code?: string
  table?: string
  constraint?: string
  cause?: LoggedError
}

const CAUSES_MAX = 5
/** What the query layer appends to its messages. A value may contain anything, also a line that looks like one of a stack. */
const VALUES = /\nparams: .*/s
/** From the first quote to the last: a value may contain quotes. */
const QUOTED = /".*"|'.*'|\(.*\)=\(.*\)/gs

/** Type, stack, statement and code of an error and of its causes, without any data values. */
export function errorForLog(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, ...describeOther(error) }
  const message = withoutValues(error)
  const { code, table, constraint } = error as { code?: unknown; table?: unknown; constraint?: unknown }
  return {
    type: error.constructor.name,
    message,
    ...(error.stack === undefined ? {} : { stack: stackOf(error.stack, error.message, message) }),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof table === 'string' ? { table } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(error.cause === undefined || depth >= CAUSES_MAX
      ? {}
      : { cause: errorForLog(error.cause, depth + 1) }),
  }
}

/** The stack under another message. Its frames are known by what precedes them: if that is not the message, they are dropped. */
function stackOf(stack: string, message: string, shown: string): string {
  if (message === shown) return stack
  const at = stack.indexOf(message)
  return at === -1 ? shown : stack.slice(0, at) + shown + stack.slice(at + message.length)
}

/**
 * PostgreSQL quotes values in its messages ("invalid input syntax for type integer: …"); statements only quote
 * identifiers.
 */
function withoutValues(error: Error): string {
  const isStatement = error.message.startsWith('Failed query: ')
  if (isStatement) return error.message.replace(VALUES, '')
  return 'severity' in error ? error.message.replace(QUOTED, '…') : error.message
}

/** Some libraries emit objects that only look like errors. */
function describeOther(error: unknown): { message: string; code?: string } {
  const { message, code } = (error ?? {}) as { message?: unknown; code?: unknown }
  return {
    message: typeof message === 'string' ? message.replace(VALUES, '').replace(QUOTED, '…') : 'not an error',
    ...(typeof code === 'string' ? { code } : {}),
  }
}

/** Code and SMTP status of an error, or else its name: what says why a call failed and never contains personal data. */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error'
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const cause = error.cause instanceof Error ? (error.cause as { code?: unknown }).code : undefined
  const name = [code, cause].find((known) => typeof known === 'string') ?? error.name
  return typeof responseCode === 'number' ? `${name} ${responseCode}` : String(name)
}
