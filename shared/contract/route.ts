import { z } from 'zod'
import { ERROR_STATUS, type ErrorCode } from '../errors.ts'
import { isStorable } from '../storable-text.ts'

export const shownMessage = z.string().meta({ description: 'Fit to show to a shopper.' })

const errorBody = z
  .object({
    message: shownMessage,
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    fields: z.record(z.string(), z.string()).optional(),
    details: z.unknown().optional(),
  })
  .meta({ id: 'Error' })

/** A JSON response of an OpenAPI route definition. */
export function json<T extends z.ZodType>(schema: T, description: string) {
  return { description, content: { 'application/json': { schema } } }
}

/** The request of a route that takes a body, as JSON. */
export function jsonBody<T extends z.ZodType>(schema: T) {
  return { body: { required: true, content: { 'application/json': { schema } } } }
}

type Shape = {
  type: 'object' | 'array' | 'string' | 'integer'
  description?: string
  properties?: Record<string, Shape>
  items?: Shape
}

/** A body that is described only. What is sent is read by other means, and not refused for looking different. */
export function unchecked(schema: Shape) {
  return { schema }
}

/** The error responses that a route may give, by status. */
export function failures<S extends 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 502 | 503>(
  ...statuses: S[]
) {
  return Object.fromEntries(statuses.map((status) => [status, failure(FAILURE_MEANING[status])])) as Record<
    S,
    ReturnType<typeof failure>
  >
}

/** An error response whose status has a meaning of its own in one route. */
export function failure(meaning: string) {
  return json(errorBody, meaning)
}

const FAILURE_MEANING = {
  400: 'The request is not valid.',
  401: 'Missing, invalid or expired session.',
  403: 'Known, but not allowed; or asked from a page of another site.',
  404: 'Absent, or not yours.',
  409: 'In conflict with the present state.',
  413: 'The body is too large.',
  415: 'Not a media type this call takes.',
  429: 'Too many requests; see Retry-After.',
  502: 'The payment provider failed.',
  503: 'Opening or shutting down, or the database is away or busy; see Retry-After.',
} as const

export const isoTime = z.iso.datetime({ offset: true }).meta({ description: 'ISO 8601, UTC' })
export const naira = z.number().meta({ description: 'Naira, at most two decimals' })

type RouteShape = { summary: string; tags: string[]; request?: object; responses: object }

/**
 * A route of the contract, with the literal types of method and path, from which the typed client is derived. Adds its
 * operationId, that it needs no session unless it says so, and 503, the response of every route while the shop opens or its
 * database is away.
 */
const define =
  <M extends 'get' | 'post' | 'put' | 'delete'>(method: M) =>
  <P extends `/${string}`, R extends RouteShape>(path: P, route: R): R & { method: M; path: P } => ({
    method,
    path,
    operationId: operationId(method, path),
    security: [],
    ...route,
    responses: { ...route.responses, ...failures(503) },
  })

export const get = define('get')
export const post = define('post')
export const put = define('put')
export const del = define('delete')

/** `get /order/{id}` is getOrderById. */
function operationId(method: string, path: string): string {
  const words = path.replaceAll('{', 'by-').split(/[^a-z]+/i)
  return [method, ...words.filter(Boolean).map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join(
    '',
  )
}

export const plainText = (maxChars: number, tooLong = 'Too long') =>
  z.string().trim().max(maxChars, tooLong).refine(isStorable, 'Not a valid text')

/** More than any product's id has. */
export const PRODUCT_ID_MAX_CHARS = 64

export const id = z.string().refine(isStorable, 'Not a valid id')
