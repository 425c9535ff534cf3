import type { Kept } from './answer-cache.ts'
import type { Coding } from './stored-answer.ts'

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
  const { bytes, coding, etag } = await kept.answer.in(smallestCoding(request.acceptEncoding))
  const headers: Record<string, string> = {
    ...kept.answer.headers,
    ETag: etag,
    Age: String(Math.max(0, Math.floor((nowMs - kept.computedAtMs) / 1000))),
    ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
  }
  if (kept.answer.status === 200 && isKnown(etag, request.ifNoneMatch)) {
    return new Response(null, { status: 304, headers })
  }
  headers['Content-Length'] = String(bytes.byteLength)
  return new Response(request.method === 'HEAD' ? null : bytes, { status: kept.answer.status, headers })
}

/** Of the codings that an Accept-Encoding header allows, the one with the fewest bytes. */
export function smallestCoding(accepted = ''): Coding {
  if (allows(accepted, 'br')) return 'br'
  return allows(accepted, 'gzip') ? 'gzip' : 'identity'
}

function allows(accepted: string, coding: string): boolean {
  return accepted.split(',').some((part) => {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
    return name.trim() === coding && !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))
  })
}

/** RFC 9110, 13.1.2: `*`, or any of a list of names; those of a proxy that weakened them count too. */
export function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((part) => {
    const name = part.trim()
    return name === '*' || name === etag || name === `W/${etag}`
  })
}
