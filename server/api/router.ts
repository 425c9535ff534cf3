import { OpenAPIHono } from '@hono/zod-openapi'
import { ShopError } from '#shared/errors.ts'
import type { Keeping, Kept, KeptAs, Written } from './kept.ts'

/** The required ones are set for every request by the first middleware of app.ts. */
export type Variables = {
  requestId: string
  clientAddress: string
  /** Headers of every response unless it sets its own; names in lower case. */
  everyHeader: Readonly<Record<string, string>>
  /** Set by a handler whose response is the same for everybody. */
  keep?: Keeping
  /** Set by routeOf (request-log.ts), which takes a while to find it. */
  route?: string
  /** This response has its final coding and all of its headers. */
  final?: Response
}
/**
 * What an in-process call may pass in: `onKept` is called with the cached response that it gets and its key, so that whatever is
 * built from it does not outlive it, and with what it was written from, if that was done for this call. A 200 is given to it
 * alone: the Response is then empty.
 */
export type Bindings = {
  onKept?: OnKept
  /**
   * Set by the fast path in front of the app (server/cache/hot-answers.ts): called with what it may serve by itself from
   * now on.
   */
  onKeptAs?: (as: KeptAs) => void
}
export type OnKept = (kept: Kept, key: string, written: Written | undefined) => void
export type AppEnv = { Variables: Variables; Bindings: Bindings }

/**
 * A router for one noun's routes. A request that violates its schema becomes a VALIDATION error with a message per field.
 */
export function createRouter(): OpenAPIHono<AppEnv> {
  return new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (result.success) return
      const fields: Record<string, string> = {}
      for (const issue of result.error.issues) {
        const field = issue.path.join('.') || 'body'
        fields[field] ??= fitToShow(issue.message)
      }
      throw new ShopError('VALIDATION', Object.values(fields)[0] ?? 'The request is not valid.', { fields })
    },
  })
}

/** How the schema library's own messages begin; they name types and are for programmers. */
const NOT_OURS =
  /^(Invalid (input|option|string|number|key|element)\b|Too (big|small): expected|Unrecognized key)/

function fitToShow(message: string): string {
  return NOT_OURS.test(message) ? 'This is not valid.' : message
}
