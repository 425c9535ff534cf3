import type { Context } from 'hono'
import type { Settings } from '#server/dependencies.ts'
import { isLoopbackHost } from '#server/http/client-address.ts'

const FETCH_HEADERS = ['sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest']

/**
 * Whether a write comes from the shop's own pages. The cookie goes along with whatever a browser sends, so the browser has to
 * say where it comes from; other programs, which say nothing, send no cookie that is not theirs.
 */
export function isFromOwnPage(
  context: Context,
  settings: Pick<Settings, 'publicUrl' | 'isLoopback'>,
): boolean {
  const origin = context.req.header('origin')
  const isBrowser = FETCH_HEADERS.some((name) => context.req.header(name) !== undefined)
  if (!isBrowser && origin === undefined) return true
  const site = context.req.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin') return false
  return origin === undefined ? site !== undefined : isOwnOrigin(origin, context.req.header('host'), settings)
}

/** This machine has several names: at a loopback address any of them is the shop's own. */
function isOwnOrigin(
  origin: string,
  host: string | undefined,
  { publicUrl, isLoopback }: Pick<Settings, 'publicUrl' | 'isLoopback'>,
): boolean {
  if (origin === publicUrl) return true
  return isLoopback && host !== undefined && isLoopbackHost(host) && origin === `http://${host}`
}
