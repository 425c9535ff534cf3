import { OpenAPIHono } from '@hono/zod-openapi'
import { ShopError } from '#shared/errors.ts'

/** The required ones are set for every request by the first middleware of app.ts. */
export type Variables = {
  requestId: string
  clientAddress: string
  /** Set by routeOf (request-log.ts), which takes a while to find it. */
  route?: string
}
/** What an in-process call may pass in: a page's own calls were counted and logged with the page. */
export type Bindings = { isPartOfPage?: boolean }
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
