import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { inTurns } from './in-turns.ts'

/** Requests without a Host are for the shop: HTTP/1.0 needs none (RFC 9112, 3.2), and health checks of some load balancers send none. */
export function requestListener(
  fetch: Parameters<typeof getRequestListener>[0],
  { publicUrl }: { publicUrl: string },
): RequestListener {
  return inTurns(getRequestListener(fetch, { hostname: new URL(publicUrl).host }))
}
