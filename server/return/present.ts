import type { Exchange } from '#server/order/exchange-store.ts'
import type { AdminReturn } from '#shared/contract/admin/return.ts'
import type { ReturnRequest } from '#shared/contract/return.ts'
import type { Photo } from './photo-store.ts'
import type { Request } from './store.ts'

const iso = (time: Date | null) => time?.toISOString() ?? null

/** What there is besides the requests of an order; `photoUrl` is where whoever it is presented to sees one. */
export type Beside = {
  exchanges: readonly Exchange[]
  photos: readonly Photo[]
  photoUrl: (photo: Photo) => string
}

export function presentRequest(request: Request, { exchanges, photos, photoUrl }: Beside): ReturnRequest {
  const { id, number, state, reason, words, answer, wish, lines } = request
  return {
    number,
    state,
    reason,
    words,
    answer,
    wish,
    lines: lines.map(({ position, quantity, size }) => ({ position, quantity, size })),
    photos: photos.filter(({ requestId }) => requestId === id).map(photoUrl),
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

export function presentAdminRequest(
  request: Request,
  { exchanges, photos }: Omit<Beside, 'photoUrl'>,
): AdminReturn {
  const { id, answeredBy, receivedBy } = request
  const photoUrl = ({ slot }: Photo) => `/api/admin/return/${id}/photo/${slot}`
  return {
    id,
    ...presentRequest(request, { exchanges, photos, photoUrl }),
    answeredBy,
    receivedBy,
    isRestocked: exchanges.some(({ requestId, isRestocked }) => requestId === id && isRestocked),
  }
}
