import type { Context, TypedResponse } from 'hono'
import type { AppEnv } from '#server/api/router.ts'

/** Lets this answer be kept for `seconds`, by the process until one of the products that it shows changes, and by browsers. */
export function keepFor(context: Context<AppEnv>, seconds: number, shows: readonly string[]): void {
  context.header('Cache-Control', `public, max-age=${seconds}`)
  context.set('keep', { shows: new Set(shows), lifeMs: seconds * 1000 })
}

/** Answers with JSON that may be kept so. Its text is handed on beside the answer, out of which it would be read by a stream. */
export function answerKept<Value>(
  context: Context<AppEnv>,
  value: Value,
  { seconds, shows }: { seconds: number; shows: readonly string[] },
): Response & TypedResponse<Value, 200, 'json'> {
  const text = JSON.stringify(value)
  keepFor(context, seconds, shows)
  context.set('answerText', text)
  const response: Response = context.body(text, 200, { 'Content-Type': 'application/json' })
  return response as Response & TypedResponse<Value, 200, 'json'>
}
