import type { Context, TypedResponse } from 'hono'
import type { AppEnv } from '#server/api/router.ts'

/** How long the process caches a response, unless one of the products that it shows changes, and what others may do with it. */
type Keep = { seconds: number; shows: readonly string[]; cacheControl: string }

export function keepFor(context: Context<AppEnv>, { seconds, shows, cacheControl }: Keep): void {
  context.header('Cache-Control', cacheControl)
  context.set('keep', { shows: new Set(shows), lifeMs: seconds * 1000 })
}

/**
 * Responds with JSON that is cached in the same way. Value, text and headers are passed along with the response: reading
 * them back from it would go through a stream and an object that checks each header. With `isStrict` it is never served after a
 * change.
 */
export function answerKept<Value>(
  context: Context<AppEnv>,
  value: Value,
  { seconds, shows, cacheControl, isStrict = false }: Keep & { isStrict?: boolean },
): Response & TypedResponse<Value, 200, 'json'> {
  const text = JSON.stringify(value)
  const headers = { 'cache-control': cacheControl, 'content-type': 'application/json' }
  context.set('keep', {
    shows: new Set(shows),
    lifeMs: seconds * 1000,
    isStrict,
    whole: { value, text, headers },
  })
  const response = new Response(text, { headers })
  return response as Response & TypedResponse<Value, 200, 'json'>
}
