import type { Context, TypedResponse } from 'hono'
import type { AppEnv } from '#server/api/router.ts'

/**
 * Lets this response be cached for `seconds`: by browsers, and by the process until one of the products that it shows
 * changes.
 */
export function keepFor(context: Context<AppEnv>, seconds: number, shows: readonly string[]): void {
  context.header('Cache-Control', publicFor(seconds))
  context.set('keep', { shows: new Set(shows), lifeMs: seconds * 1000 })
}

function publicFor(seconds: number): string {
  return `public, max-age=${seconds}`
}

/**
 * Responds with JSON that is cached in the same way. Text and headers are passed along with the response: reading them
 * back from it would go through a stream and an object that checks each header. With `isStrict` only the process caches it,
 * never after a change; browsers must revalidate it.
 */
export function answerKept<Value>(
  context: Context<AppEnv>,
  value: Value,
  { seconds, shows, isStrict = false }: { seconds: number; shows: readonly string[]; isStrict?: boolean },
): Response & TypedResponse<Value, 200, 'json'> {
  const text = JSON.stringify(value)
  const headers = {
    'cache-control': isStrict ? 'no-cache' : publicFor(seconds),
    'content-type': 'application/json',
  }
  context.set('keep', { shows: new Set(shows), lifeMs: seconds * 1000, isStrict, whole: { text, headers } })
  const response = new Response(text, { headers })
  return response as Response & TypedResponse<Value, 200, 'json'>
}
