import type { Context, TypedResponse } from 'hono'
import type { AppEnv } from '#server/api/router.ts'

/** Lets this answer be kept for `seconds`, by the process until one of the products that it shows changes, and by browsers. */
export function keepFor(context: Context<AppEnv>, seconds: number, shows: readonly string[]): void {
  context.header('Cache-Control', publicFor(seconds))
  context.set('keep', { shows: new Set(shows), lifeMs: seconds * 1000 })
}

function publicFor(seconds: number): string {
  return `public, max-age=${seconds}`
}

/**
 * Answers with JSON that may be kept so. Text and headers are handed on beside the answer, out of which they would be read
 * by a stream and by an object that checks each of them.
 */
export function answerKept<Value>(
  context: Context<AppEnv>,
  value: Value,
  { seconds, shows }: { seconds: number; shows: readonly string[] },
): Response & TypedResponse<Value, 200, 'json'> {
  const text = JSON.stringify(value)
  const headers = { 'cache-control': publicFor(seconds), 'content-type': 'application/json' }
  context.set('keep', { shows: new Set(shows), lifeMs: seconds * 1000, whole: { text, headers } })
  const response = new Response(text, { headers })
  return response as Response & TypedResponse<Value, 200, 'json'>
}
