import { OpenAPIHono } from '@hono/zod-openapi'
import type { Kept } from '#server/cache/answer-cache.ts'
import type { Keeping, KeptAs } from '#server/cache/cached-route.ts'
import { ShopError } from '#shared/errors.ts'

/** The first ones are filled by the first middleware of app.ts for every request. */
export type Variables = {
  requestId: string
  clientAddress: string
  notFoundPath?: string
  /** What each answer says unless it says otherwise itself, with names in lower case. */
  everyHeader: Readonly<Record<string, string>>
  /** Set by a handler whose answer is the same for everybody. */
  keep?: Keeping
  /** This answer is in the coding that it shall have, and has all of its headers. */
  final?: Response
}
/** What a call in process may hand in: `onKept` hears which kept answer it got, so that what is made of it lives no longer. */
export type Bindings = {
  onKept?: (kept: Kept) => void
  /** From the way before the app (server/cache/hot-answers.ts): hears what it may answer by itself from now on. */
  onKeptAs?: (as: KeptAs) => void
}
export type AppEnv = { Variables: Variables; Bindings: Bindings }

/** A router for one noun's routes. A request that breaks its schema becomes a VALIDATION error with a message per field. */
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

/** How the schema library's own sentences begin; they name types and are for programmers. */
const NOT_OURS =
  /^(Invalid (input|option|string|number|key|element)\b|Too (big|small): expected|Unrecognized key)/

function fitToShow(message: string): string {
  return NOT_OURS.test(message) ? 'This is not valid.' : message
}
