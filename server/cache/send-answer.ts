import { chooseCoding } from '#server/api/coding.ts'
import { isKnown } from '#server/api/etag.ts'
import type { Kept } from './answer-cache.ts'

export type AnswerRequest = {
  method: string
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

/**
 * A kept answer as this client wants it: in the smallest coding that it takes, without a body when it has this very answer
 * already (304) or only asks for the head. `Age` tells caches on the way how much of its life is over.
 */
export async function sendAnswer(kept: Kept, request: AnswerRequest, nowMs: number): Promise<Response> {
  const { bytes, coding, etag } = await kept.answer.in(chooseCoding(request.acceptEncoding ?? ''))
  const headers: Record<string, string> = {
    ...kept.answer.headers,
    ETag: etag,
    Age: String(Math.max(0, Math.floor((nowMs - kept.computedAtMs) / 1000))),
    ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
  }
  if (kept.answer.status === 200 && isKnown(request.ifNoneMatch, etag)) {
    return new Response(null, { status: 304, headers })
  }
  headers['Content-Length'] = String(bytes.byteLength)
  return new Response(request.method === 'HEAD' ? null : bytes, { status: kept.answer.status, headers })
}
