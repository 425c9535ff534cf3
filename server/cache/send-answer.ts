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
  /** What changes from one reader to the next, beside the headers of the answer itself. */
  headers: { age: string; 'content-length'?: string }
  body: Bytes | null
}

/**
 * What this client is given of a kept answer: no body when it has this very answer already (304) or only asks for the
 * head. `age` tells caches on the way how much of its life is over.
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
    return { status: 304, headers: { age }, body: null }
  }
  const headers = { age, 'content-length': String(coded.bytes.byteLength) }
  return { status, headers, body: request.method === 'HEAD' ? null : coded.bytes }
}

/** A kept answer as this client wants it, in the smallest coding that it takes. */
export async function sendAnswer(kept: Kept, request: AnswerRequest, nowMs: number): Promise<Response> {
  const coded = await kept.answer.in(chooseCoding(request.acceptEncoding ?? ''))
  const { status, headers, body } = replyWith(kept, coded, request, nowMs)
  return new Response(body, { status, headers: { ...coded.headers, ...headers } })
}
