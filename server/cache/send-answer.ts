import { type Bytes, chooseCoding } from '#server/api/coding.ts'
import { isKnown } from '#server/api/etag.ts'
import type { Kept } from './answer-cache.ts'
import type { Coded } from './stored-answer.ts'

export type AnswerRequest = {
  method: string
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

export type Reply = {
  status: number
  /** The same object for every reader of the same response. */
  headers: Coded['headers']
  /** The age in seconds, for caches on the way. */
  age: string
  body: Bytes | null
}

/**
 * What this client gets of a cached response: no body if it already has exactly this response (304) or sent a HEAD
 * request.
 */
export function replyWith(
  kept: Kept,
  coded: Coded,
  request: Pick<AnswerRequest, 'method' | 'ifNoneMatch'>,
  nowMs: number,
): Reply {
  const age = String(Math.max(0, Math.floor((nowMs - kept.computedAtMs) / 1000)))
  const { status } = kept.answer
  if (status === 200 && isKnown(request.ifNoneMatch, coded.etag)) {
    return { status: 304, headers: coded.headers, age, body: null }
  }
  return { status, headers: coded.bodyHeaders, age, body: request.method === 'HEAD' ? null : coded.bytes }
}

/** A cached response in the smallest coding that this client accepts. */
export async function sendAnswer(
  kept: Kept,
  request: AnswerRequest,
  { nowMs, everyHeader }: { nowMs: number; everyHeader: Readonly<Record<string, string>> },
): Promise<Response> {
  const coded = await kept.answer.in(chooseCoding(request.acceptEncoding ?? ''))
  const { status, headers, age, body } = replyWith(kept, coded, request, nowMs)
  return new Response(body, { status, headers: { ...everyHeader, ...headers, age } })
}
