import { z } from 'zod'
import { readSetting } from '#server/audit/owner-setting.ts'
import { type By, recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { type MailRenderers, queueMail, readPayload } from '#server/mail/outbox.ts'
import { letter } from '#server/mail/template/letter.ts'
import { orderArrival, orderDispatch } from '#server/order/arrival.ts'
import { isErased } from '#server/order/erased.ts'
import { notePromise } from '#server/order/packed-store.ts'
import { receiptUrl } from '#server/order/receipt-link.ts'
import { getOrder } from '#server/order/store.ts'
import { arrivalWords, dayText } from '#shared/delivery.ts'
import { HOUR_MS } from '#shared/duration.ts'
import { ShopError } from '#shared/errors.ts'
import { firstName } from '#shared/first-name.ts'
import type { Day } from '#shared/holiday.ts'
import { lagosDayNumber, lagosHourMs } from '#shared/lagos-time.ts'
import { orderNumber } from '#shared/order-number.ts'
import { listLateOrders, missedDay } from './late-store.ts'
import { lockPaidOrder, type ParcelDependencies } from './locked.ts'
import { PARCEL_MAILS } from './mail-setting.ts'
import { isAnythingUnsent } from './store.ts'

/**
 * Promises the buyer of a late order a new date, by a mail that says so. `missed` is the day that was promised when whoever
 * decides saw the order: if it was sent or promised anew meanwhile, nothing is done.
 */
export async function promiseAnew(
  tx: Database,
  { jobs, now }: ParcelDependencies,
  by: By,
  { orderId, missed }: { orderId: string; missed: Day },
): Promise<void> {
  const order = await lockPaidOrder(tx, orderId)
  if (missedDay(order, now()) !== missed || !(await isAnythingUnsent(tx, orderId)))
    throw new ShopError(
      'CHANGED_MEANWHILE',
      `Order #${orderNumber(orderId)} is not late any more. Please look again.`,
    )
  const promised = { ...order, promisedAnewAt: now() }
  const day = orderDispatch(promised) ?? missed
  await notePromise(tx, orderId, now())
  if (!isErased(order))
    await queueMail(tx, jobs, {
      kind: 'order_late',
      orderId,
      part: day,
      recipient: order.email,
      payload: { missed },
      createdAt: now(),
    })
  const details = { sentBy: [missed, day] }
  await recordAct(tx, { ...by, action: 'order.promise-anew', subject: orderId, details }, now())
}

const payload = z.object({ missed: z.string() })

export function lateMailRenderers({ db, settings, now }: Pick<Dependencies, 'db' | 'settings' | 'now'>) {
  return {
    order_late: async (owed) => {
      const order = await getOrder(db, owed.orderId ?? '')
      const { missed } = readPayload(owed, payload)
      const number = orderNumber(order.id)
      const arrival = orderArrival(order)
      return letter(settings.publicUrl, {
        subject: `Order #${number} is late, and when it comes`,
        headline: 'We are late.',
        texts: [
          `${firstName(order.fullName)}, we said that order #${number} would be on its way by ${dayText(missed)}. It is not, and we are sorry.`,
          `It goes out by ${dayText(owed.part)}${arrival === null ? '' : ` and arrives ${arrivalWords(arrival)}`}. We write again when the courier has it.`,
          'If that is too late for you, reply to this mail, and you get your money back.',
        ],
        link: { label: 'View your order', url: receiptUrl(settings, { orderId: order.id, madeAt: now() }) },
      })
    },
  } satisfies MailRenderers
}

const FIRST_HOUR = 8
const LAST_HOUR = 20

/** Where the owner lets it, buyers of late orders hear of it by themselves, at a time of day when people read mail. */
export function defineLateWork(dependencies: Pick<Dependencies, 'db' | 'jobs' | 'log' | 'now'>): void {
  const { db, jobs, log, now } = dependencies
  jobs.repeat('late-orders', HOUR_MS, async () => {
    const at = now().getTime()
    const today = lagosDayNumber(at)
    if (at < lagosHourMs(today, FIRST_HOUR) || at >= lagosHourMs(today, LAST_HOUR)) return
    if (!(await readSetting(db, PARCEL_MAILS)).late) return
    for (const { order, promised } of await listLateOrders(db, now())) {
      const late = { orderId: order.id, missed: promised }
      await transact(db, (tx) => promiseAnew(tx, dependencies, { actor: 'the shop' }, late)).catch(
        (error) => {
          // Somebody has just sent it.
          if (!(error instanceof ShopError)) throw error
          log.info({ order: orderNumber(order.id) }, 'a late order is late no more')
        },
      )
    }
  })
}
