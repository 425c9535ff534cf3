import { lagosDayNumber } from '#shared/lagos-time.ts'
import { RETURN_DAYS } from '#shared/limits.ts'

type Pieces = { position: number; quantity: number }
/** What has arrived, and when. */
export type Delivery = { deliveredAt: Date; lines: readonly Pieces[] }
/** What was asked for and not declined, and when. */
export type Asked = { askedAt: Date; lines: readonly Pieces[] }
/** `lastDay` counts from 1970, in Lagos: the last one on which the first of these pieces can be asked for. */
export type Returnable = Pieces & { lastDay: number }

const dayNumberOf = (time: Date) => lagosDayNumber(time.getTime())
const lastDayOf = ({ deliveredAt }: Delivery) => dayNumberOf(deliveredAt) + RETURN_DAYS

/**
 * What of an order can be asked to be sent back: delivered at most RETURN_DAYS ago, and not asked for already. A request takes its
 * pieces from the oldest delivery that was open then.
 */
export function listReturnable(
  deliveries: readonly Delivery[],
  asked: readonly Asked[],
  now: Date,
): Returnable[] {
  const inOrder = deliveries.toSorted((a, b) => a.deliveredAt.getTime() - b.deliveredAt.getTime())
  const positions = new Set(inOrder.flatMap(({ lines }) => lines.map(({ position }) => position)))
  return [...positions]
    .toSorted((a, b) => a - b)
    .flatMap((position) => {
      const quantityIn = ({ lines }: { lines: readonly Pieces[] }) =>
        lines.reduce((sum, line) => sum + (line.position === position ? line.quantity : 0), 0)
      const parts = inOrder.map((delivery) => ({
        from: delivery.deliveredAt,
        lastDay: lastDayOf(delivery),
        left: quantityIn(delivery),
      }))
      let owed = 0
      for (const request of asked) {
        let wanted = quantityIn(request)
        for (const part of parts) {
          if (part.from > request.askedAt || part.lastDay < dayNumberOf(request.askedAt)) continue
          const taken = Math.min(part.left, wanted)
          part.left -= taken
          wanted -= taken
        }
        owed += wanted
      }
      const open = parts.filter(({ left, lastDay }) => left > 0 && lastDay >= dayNumberOf(now))
      // Of a parcel that turned out not to have arrived, more may be asked for than was delivered.
      const quantity = open.reduce((sum, { left }) => sum + left, 0) - owed
      return quantity > 0
        ? [{ position, quantity, lastDay: Math.min(...open.map(({ lastDay }) => lastDay)) }]
        : []
    })
}
