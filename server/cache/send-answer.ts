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
  /** The same object for each reader of the same. */
  headers: Coded['headers']
  /** How much of its life is over, in seconds: tells caches on the way. */
  age: string
  body: Bytes | null
}

/** What this client is given of a kept answer: no body when it has this very answer already (304) or only asks for the head. */
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

/** A kept answer as this client wants it, in the smallest coding that it takes. */
export async function sendAnswer(
  kept: Kept,
  request: AnswerRequest,
  { nowMs, everyHeader }: { nowMs: number; everyHeader: Readonly<Record<string, string>> },
): Promise<Response> {
  const coded = await kept.answer.in(chooseCoding(request.acceptEncoding ?? ''))
  const { status, headers, age, body } = replyWith(kept, coded, request, nowMs)
  return new Response(body, { status, headers: { ...everyHeader, ...headers, age } })
}
