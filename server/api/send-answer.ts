import type { Context } from 'hono'
import { chooseCoding } from './coding.ts'
import { isKnown } from './etag.ts'
import type { Kept, KeptAs } from './kept.ts'
import { routeOf } from './request-log.ts'
import type { AppEnv } from './router.ts'
import type { Coded, Pieces } from './stored-answer.ts'

export type Reply = {
  status: number
  /** The same object for every reader of the same response. */
  headers: Coded['headers']
  /** The age in seconds, for caches on the way. */
  age: string
  body: Pieces | null
}

/**
 * What this client gets of a cached response: no body if it already has exactly this response (304) or sent a HEAD
 * request.
 */
export function replyWith(
  kept: Kept,
  coded: Coded,
  request: { method: string; ifNoneMatch: string | undefined },
  nowMs: number,
): Reply {
  const age = String(Math.max(0, Math.floor((nowMs - kept.computedAtMs) / 1000)))
  const { status } = kept.answer
  if (status === 200 && isKnown(request.ifNoneMatch, coded.etag)) {
    return { status: 304, headers: coded.headers, age, body: null }
  }
  return { status, headers: coded.bodyHeaders, age, body: request.method === 'HEAD' ? null : coded.pieces }
}

/** Sends a cached response to the client of this request, in the smallest coding that it accepts. */
export async function sendKept(
  context: Context<AppEnv>,
  kept: Kept,
  as: Omit<KeptAs, 'route'> | undefined,
  now: Date,
): Promise<Response> {
  if (as !== undefined && kept.lifeMs > 0) context.env?.onKeptAs?.({ ...as, route: routeOf(context) })
  const coded = await kept.answer.in(chooseCoding(context.req.header('accept-encoding') ?? ''))
  const request = { method: context.req.method, ifNoneMatch: context.req.header('if-none-match') }
  const { status, headers, age, body } = replyWith(kept, coded, request, now.getTime())
  const answer = new Response(body && Buffer.concat(body), {
    status,
    headers: { ...context.get('everyHeader'), ...headers, age },
  })
  context.set('final', answer)
  return answer
}
