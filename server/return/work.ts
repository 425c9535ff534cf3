import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { listOverdueHolds } from '#server/order/exchange-store.ts'
import { announceChange } from '#server/staff/live-lists.ts'
import { DAY_MS, MINUTE_MS } from '#shared/duration.ts'
import { RETURN_PHOTO_DAYS } from '#shared/limits.ts'
import { orderNumber } from '#shared/order-number.ts'
import { endHold } from './decide.ts'
import { deletePhotosBefore } from './photo-store.ts'

const ENDED_AT_ONCE = 100
const SWEEP_EVERY_MS = 10 * MINUTE_MS

/** Old photos are deleted. What is held in exchange goes back on sale once its time is over; its order then needs a person (issue-list-store.ts). */
export function defineReturnWork({
  db,
  jobs,
  log,
  now,
}: Pick<Dependencies, 'db' | 'jobs' | 'log' | 'now'>): void {
  jobs.repeat('exchange-holds', SWEEP_EVERY_MS, async () => {
    for (const overdue of await listOverdueHolds(db, now(), ENDED_AT_ONCE)) {
      const order = await transact(db, async (tx) => {
        const ended = await endHold(tx, overdue, now())
        if (ended !== undefined) await announceChange(tx)
        return ended
      })
      if (order !== undefined)
        log.info({ order: orderNumber(order.id) }, 'what was held in exchange is on sale again')
    }
  })
  jobs.repeat('old-return-photos', DAY_MS, () =>
    deletePhotosBefore(db, new Date(now().getTime() - RETURN_PHOTO_DAYS * DAY_MS)),
  )
}
