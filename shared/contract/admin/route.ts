import { z } from 'zod'
import type { Permission } from '../permission.ts'
import { del, failures, get, post, put } from '../route.ts'

type Shape = { summary: string; tags: string[]; request?: object; responses: object }
/** For a call before sign-in; all others name what their caller must be allowed to do. */
type Access = Permission | 'signed-out'

/**
 * A route of the admin: `permission` is enforced where it is served, and derived from nothing else. 401 and 403 are among
 * its responses. `needsFreshSignIn` asks for the second factor again if that was more than 5 minutes ago.
 */
const define =
  <M extends 'get' | 'post' | 'put' | 'delete'>(
    make: <P extends `/admin/${string}`, R extends Shape>(path: P, route: R) => R & { method: M; path: P },
  ) =>
  <P extends `/admin/${string}`, R extends Shape, A extends Access>(
    path: P,
    permission: A,
    route: R,
    { needsFreshSignIn = false } = {},
  ) => ({
    ...make(path, {
      ...(permission === 'signed-out' ? {} : { security: [{ staff: [] }] }),
      ...route,
      responses: { ...route.responses, ...failures(401, 403) },
    }),
    permission,
    needsFreshSignIn,
  })

export const adminGet = define<'get'>(get)
export const adminPost = define<'post'>(post)
export const adminPut = define<'put'>(put)
export const adminDelete = define<'delete'>(del)

/**
 * Every write of the admin: made with the form, so that a second press, a lost response and a retry are one act and get the
 * first response.
 */
export const actKey = z.object({
  'idempotency-key': z
    .uuid('Idempotency-Key must be a UUID')
    .meta({ description: 'Made with the form: the same key is one act' }),
})
