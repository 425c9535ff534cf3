import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { routePath } from 'hono/route'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Logger } from 'pino'
import { Refusal } from '#server/refusal.ts'
import { ERROR_STATUS, type ErrorBody, type ErrorCode, ShopError } from '#shared/errors.ts'
import { shopBusy } from './busy.ts'
import type { AppEnv } from './router.ts'

/**
 * The only place where an error becomes a response. Unexpected errors are logged in full, and their responses are general.
 */
export function handleError(log: Logger) {
  return (error: unknown, context: Context<AppEnv>): Response => {
    const expected = expectedError(error)
    if (expected?.code === 'UNAVAILABLE' && expected.cause !== undefined) {
      log.warn({ err: expected.cause, path: routePath(context) }, 'the database could not be asked')
    }
    if (expected === undefined) {
      log.error({ err: error, path: routePath(context) }, 'unexpected error')
      return response(context, 'INTERNAL', { message: 'Something went wrong on our side. Please try again.' })
    }
    if (expected.retryAfterS !== undefined)
      context.header('Retry-After', String(Math.ceil(expected.retryAfterS)))
    return response(context, expected.code, {
      message: expected.message,
      ...(expected.fields ? { fields: expected.fields } : {}),
      ...(expected.details === undefined ? {} : { details: expected.details }),
    })
  }
}

function expectedError(error: unknown): ShopError | undefined {
  if (error instanceof ShopError) return error
  // The same words as at a command of the owner.
  if (error instanceof Refusal) return new ShopError('REFUSED', error.message)
  // Thrown by Hono itself: the body is not JSON, or has another media type.
  if (error instanceof HTTPException && error.status === 400) {
    return new ShopError('MALFORMED_JSON', 'The request body is not valid JSON.')
  }
  if (error instanceof HTTPException && error.status === 415) {
    return new ShopError('UNSUPPORTED_MEDIA_TYPE', 'This call takes application/json.')
  }
  if (isRequestCutShort(error)) {
    return new ShopError('MALFORMED_JSON', 'The request ended before it was complete.')
  }
  return isDatabaseUnavailable(error) ? shopBusy(error) : undefined
}

function response(context: Context<AppEnv>, code: ErrorCode, rest: Omit<ErrorBody, 'code'>): Response {
  const body: ErrorBody = { ...rest, code }
  context.header('Cache-Control', 'no-store')
  return context.json(body, ERROR_STATUS[code] as ContentfulStatusCode)
}

/** The client has gone while it was sending. Node gives this the code of any broken connection, the database's included. */
function isRequestCutShort(error: unknown): boolean {
  return (
    error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET'
  )
}

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
