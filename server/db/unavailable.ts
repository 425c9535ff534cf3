/** Error codes of drivers and PostgreSQL when the database is unreachable, out of connections or too busy. */
const CODES = new Set(
  ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAI_AGAIN'].concat(
    // too_many_connections, admin_shutdown, crash_shutdown, cannot_connect_now, and a server that has become a replica
    ['53300', '57P01', '57P02', '57P03', '25006'],
    // query_canceled (statement_timeout), lock_not_available (lock_timeout), and a transaction out of retries
    ['57014', '55P03', '40001', '40P01'],
  ),
)
/** SQLSTATE class 08: connection exceptions. */
const CONNECTION_CLASS = /^08[0-9A-Z]{3}$/
/** Errors to which pg gives no code. The last ends a transaction whose connection breaks: its rollback fails too. */
const WORDS =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated( unexpectedly| due to connection timeout)?|Client (was closed|has encountered a connection error) and is not queryable)$/
const CAUSES_MAX = 5

/** Whether a statement failed because the database is temporarily unavailable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  let cause = error
  for (let depth = 0; depth < CAUSES_MAX && cause instanceof Error; depth++) {
    const { code } = cause as { code?: unknown }
    if (typeof code === 'string' && (CODES.has(code) || CONNECTION_CLASS.test(code))) return true
    if (WORDS.test(cause.message)) return true
    cause = cause.cause
  }
  return false
}
