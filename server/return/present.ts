import type { AdminReturn } from '#shared/contract/admin/return.ts'
import type { ReturnRequest } from '#shared/contract/return.ts'
import type { Request } from './store.ts'

const iso = (time: Date | null) => time?.toISOString() ?? null

export function presentRequest(request: Request): ReturnRequest {
  const { number, state, reason, words, answer, lines } = request
  return {
    number,
    state,
    reason,
    words,
    answer,
    lines: [...lines],
    askedAt: request.askedAt.toISOString(),
    answeredAt: iso(request.answeredAt),
    receivedAt: iso(request.receivedAt),
  }
}

export function presentAdminRequest(request: Request): AdminReturn {
  const { id, answeredBy, receivedBy } = request
  return { id, ...presentRequest(request), answeredBy, receivedBy }
}
