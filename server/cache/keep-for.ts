import type { Context } from 'hono'
import type { AppEnv } from '#server/api/router.ts'

/** Lets this answer be kept for `seconds`, by the process until one of the products that it shows changes, and by browsers. */
export function keepFor(context: Context<AppEnv>, seconds: number, shows: readonly string[]): void {
  context.header('Cache-Control', `public, max-age=${seconds}`)
  context.set('keep', { shows: new Set(shows), lifeMs: seconds * 1000 })
}
