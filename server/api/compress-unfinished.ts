import type { Context, MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { COMPRESSED_FROM_BYTES } from './coding.ts'
import type { AppEnv } from './router.ts'

const JSON_TYPE = /^application\/json\b/

/**
 * Compresses responses on their way out, except final ones: those are already encoded and go out as the bytes that their
 * ETag names.
 */
export function compressUnfinished(): MiddlewareHandler<AppEnv> {
  const run = compress({ threshold: COMPRESSED_FROM_BYTES })
  return async (context, next) => {
    await next()
    if (context.get('final') === context.res) return
    await measureJson(context)
    await run(context, async () => {})
  }
}

/** JSON is complete before it is sent. With its length known, a short one is not compressed. */
async function measureJson(context: Context<AppEnv>): Promise<void> {
  const { res } = context
  const isWanted = context.req.header('accept-encoding') !== undefined && context.req.method !== 'HEAD'
  if (!isWanted || !JSON_TYPE.test(res.headers.get('content-type') ?? '')) return
  const bytes = await res.arrayBuffer()
  const headers = new Headers(res.headers)
  headers.set('content-length', String(bytes.byteLength))
  // Otherwise Hono would merge the two.
  context.res = undefined
  context.res = new Response(bytes, { status: res.status, headers })
}
