import { createMiddleware } from 'hono/factory'
import type { Dependencies } from '#server/dependencies.ts'
import type { AppEnv } from '#server/http/router.ts'
import { ShopError } from '#shared/errors.ts'
import { bearerToken, findSession, type Session } from './session-store.ts'

/** For the routes that need a session. Runs before the rest of the request is validated. */
export function requireSession({ db, now }: Pick<Dependencies, 'db' | 'now'>) {
  return createMiddleware<AppEnv & { Variables: { session: Session } }>(async (context, next) => {
    const session = await findSession(db, bearerToken(context.req.header('authorization')), now())
    if (session === undefined) throw new ShopError('UNAUTHORIZED', 'Please log in to go on.')
    context.set('session', session)
    context.header('Cache-Control', 'no-store')
    await next()
  })
}
