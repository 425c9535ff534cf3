import type { MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import type { AppEnv } from './router.ts'

/** Compresses an answer on its way out, but one that is kept in its codings: that goes out as the bytes that its ETag names. */
export function compressUnfinished(): MiddlewareHandler<AppEnv> {
  const run = compress()
  return async (context, next) => {
    await next()
    if (context.get('final') !== context.res) await run(context, async () => {})
  }
}
