import type { Exchange } from '#server/order/exchange-store.ts'
import type { AdminReturn } from '#shared/contract/admin/return.ts'
import type { ReturnRequest } from '#shared/contract/return.ts'
import type { Request } from './store.ts'

const iso = (time: Date | null) => time?.toISOString() ?? null

/** `exchanges` are all of the order's. */
export function presentRequest(request: Request, exchanges: readonly Exchange[]): ReturnRequest {
  const { id, number, state, reason, words, answer, wish, lines } = request
  return {
    number,
    state,
    reason,
    words,
    answer,
    wish,
    lines: lines.map(({ position, quantity, size }) => ({ position, quantity, size })),
    exchange: presentExchange(exchanges.findLast(({ requestId }) => requestId === id)),
    askedAt: request.askedAt.toISOString(),
    answeredAt: iso(request.answeredAt),
    receivedAt: iso(request.receivedAt),
  }
}

function presentExchange(exchange: Exchange | undefined): ReturnRequest['exchange'] {
  if (exchange === undefined) return null
  const { number, state, lines, heldUntil } = exchange
  return {
    number,
    state,
    lines: lines.map(({ position, quantity, size }) => ({ position, quantity, size })),
    heldUntil: heldUntil.toISOString(),
  }
}

export function presentAdminRequest(request: Request, exchanges: readonly Exchange[]): AdminReturn {
  const { id, answeredBy, receivedBy } = request
  return {
    id,
    ...presentRequest(request, exchanges),
    answeredBy,
    receivedBy,
    isRestocked: exchanges.some(({ requestId, isRestocked }) => requestId === id && isRestocked),
  }
}
