import { z } from 'zod'
import { REASON_MAX_CHARS, SELECTED_ORDERS_MAX } from '../../limits.ts'
import type { Permission } from '../permission.ts'
import { del, failures, get, plainText, post, put } from '../route.ts'

type Shape = { summary: string; tags: string[]; request?: object; responses: object }
/** For a call before sign-in; all others name what their caller must be allowed to do. */
type Access = Permission | 'signed-out'

/** What every call of the admin may answer; what a route says itself has precedence. */
const REFUSALS = {
  get: failures(401, 403),
  post: failures(400, 401, 403, 413, 415),
  put: failures(400, 401, 403, 413, 415),
  delete: failures(400, 401, 403, 413),
}

/**
 * A route of the admin: `permission` is enforced where it is served, and derived from nothing else. `needsFreshSignIn` asks for
 * the second factor again if that was more than 5 minutes ago.
 */
const define =
  <M extends 'get' | 'post' | 'put' | 'delete'>(
    method: M,
    make: <P extends `/admin/${string}`, R extends Shape>(path: P, route: R) => R & { method: M; path: P },
  ) =>
  <P extends `/admin/${string}`, R extends Shape, A extends Access>(
    path: P,
    permission: A,
    route: R,
    { needsFreshSignIn = false } = {},
  ) => {
    const { 401: unauthorized, ...refusals } = REFUSALS[method]
    const isSignedOut = permission === 'signed-out'
    return {
      ...make(path, {
        ...(isSignedOut ? {} : { security: [{ staff: [] }] }),
        ...route,
        responses: { ...refusals, ...(isSignedOut ? {} : { 401: unauthorized }), ...route.responses },
      }),
      permission,
      needsFreshSignIn,
    }
  }

export const adminGet = define<'get'>('get', get)
export const adminPost = define<'post'>('post', post)
export const adminPut = define<'put'>('put', put)
export const adminDelete = define<'delete'>('delete', del)

/**
 * Every write of the admin: made with the form, so that a second press, a lost response and a retry are one act and get the
 * first response.
 */
export const actKey = z.object({
  'idempotency-key': z
    .uuid('Idempotency-Key must be a UUID')
    .meta({ description: 'Made with the form: the same key is one act' }),
})

/** Why something is done to an order or its money. */
export const actReason = plainText(REASON_MAX_CHARS)
  .min(1, 'Say why')
  .meta({ description: 'Kept in the audit log; names no shopper' })

/** Orders that somebody has ticked in a list. */
export const selectedOrders = z.object({
  orders: z
    .string()
    .regex(/^[0-9a-f]{40}(,[0-9a-f]{40})*$/, 'Must be the ids of orders, with commas between them')
    .max(41 * SELECTED_ORDERS_MAX)
    .meta({ description: `Ids with commas between them, at most ${SELECTED_ORDERS_MAX}` }),
})
