import { type By, recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { transact } from '#server/db/retry.ts'
import { isErased } from '#server/order/erased.ts'
import { lockOrdersWith } from '#server/order/lock-store.ts'
import { queueOrderMail } from '#server/order/mail/order-mail.ts'
import { noteAllPacked } from '#server/order/packed-store.ts'
import { listParcelsOf } from '#server/order/parcel-list-store.ts'
import { Refusal } from '#server/refusal.ts'
import { StockShortError } from '#server/stock/move.ts'
import { moveStock } from '#server/stock/store.ts'
import { lineName } from '#shared/choice-words.ts'
import { orderNumber } from '#shared/order-number.ts'
import type { SettleDependencies } from '../settle/apply-decision.ts'
import { updateAttempt } from '../store.ts'
import { openExternalIssues } from './external-issue.ts'
import type { WantedRefund } from './measure-refund.ts'
import { type AskedProvider, planLocked, planRefund } from './plan-refund.ts'
import { queueRefund, sendDueRefunds } from './refund.ts'
import { insertRefundLines, listRefundsOf, type Refund } from './refund-store.ts'

export type OwnersRefund = WantedRefund & By & { orderId: string; reason: string }

/** What was made, and whose products are on sale again. */
export type MadeRefund = { reference: string; number: number; isBuyerTold: boolean; checkoutId: string }

/**
 * Records a refund of a paid order, by lines, by amount or in full: the refund, its lines, the return of the goods, the mail
 * and the audit entry in one transaction, under the order's lock. `asked` is what the provider said before (planRefund); what
 * the shop itself refunded meanwhile is read again. The order stays paid. The buyer gets a mail, unless they were erased, even
 * if the provider then refuses the refund: it is owed, and a person returns the money.
 */
export async function makeRefund(
  tx: Database,
  { jobs, now }: Pick<SettleDependencies, 'jobs' | 'now'>,
  { orderId, reason, actor, memberId, device, ...wanted }: OwnersRefund,
  asked: AskedProvider,
): Promise<MadeRefund> {
  const { order } = await lockOrdersWith(tx, orderId)
  const plan = await planLocked(tx, order, asked, wanted)
  if (wanted.isRestocked) await refusePacked(tx, orderId, plan)
  const { attempt, amount, isWhole, pieces: refunded, paid, returned } = plan
  const { reference } = attempt
  const number = (plan.refunds.at(-1)?.number ?? 0) + 1
  const refund = { reference, attemptId: attempt.id, amount, reason: 'owner', number, isWhole } as const
  const id = await queueRefund(tx, jobs, refund, now())
  if (id === undefined) throw new Error(`Payment ${attempt.id} has a refund ${number} already`)
  await insertRefundLines(tx, id, refunded)
  // Their numbers are known from now on, so that neither is taken for this one if its response is lost.
  await openExternalIssues(tx, orderId, asked.external, now())
  if (isWhole) await updateAttempt(tx, attempt.id, { state: 'refund_due' }, now())
  const pieces = refunded.map(({ position, quantity }) => ({ position, quantity }))
  const mail = { kind: 'order_refunded', orderId, recipient: order.email, reference, part: id } as const
  const isPart = amount < attempt.amount
  await queueOrderMail(tx, jobs, { ...mail, refund: { reason: 'owner', amount, isPart, pieces } }, now())
  const isRestocked = wanted.isRestocked ?? false
  const details = {
    before: { paid, refunded: returned },
    after: { paid, refunded: returned + amount },
    reason,
    ...(pieces.length === 0 ? {} : { pieces: piecesText(pieces), isRestocked }),
  }
  const act = { actor, memberId, device, action: 'order.refund', subject: orderId, details }
  await recordAct(tx, act, now())
  // Last, because other orders wait for the stock's rows.
  if (isRestocked) {
    await noteAllPacked(tx, orderId, now())
    const goods = pieces.flatMap(({ position, quantity }) => {
      const line = plan.lines[position]
      return line === undefined ? [] : [{ ...line, quantity }]
    })
    await moveStock(tx, 'return', orderId, goods, { refund: number }).catch((error: unknown) => {
      if (!(error instanceof StockShortError)) throw error
      throw new Refusal(
        `The shop no longer counts what order #${orderNumber(orderId)} bought as sold: refund without putting it back on sale. Nothing was changed.`,
      )
    })
  }
  return { reference, number, isBuyerTold: !isErased(order), checkoutId: order.checkoutId }
}

/** What lies in a parcel that is yet to be sent would be sold a second time. */
async function refusePacked(
  tx: Database,
  orderId: string,
  { lines, pieces }: Awaited<ReturnType<typeof planLocked>>,
): Promise<void> {
  const waiting = (await listParcelsOf(tx, orderId)).filter(
    ({ state, exchange }) => state === 'packed' && exchange === null,
  )
  for (const { position, quantity } of pieces) {
    const packed = waiting
      .flatMap((parcel) => parcel.lines)
      .reduce((sum, line) => (line.position === position ? sum + line.quantity : sum), 0)
    const line = lines[position]
    if (line !== undefined && quantity > line.quantity - line.restocked - packed)
      throw new Refusal(
        `${lineName(line)} is in a packed parcel: unpack it first, or refund without putting it back on sale. Nothing was changed.`,
      )
  }
}

/** "1: 2, 3: 1": lines and pieces, for the audit log. */
const piecesText = (pieces: readonly { position: number; quantity: number }[]) =>
  pieces.map(({ position, quantity }) => `${position + 1}: ${quantity}`).join(', ')

/** Plans and makes a refund, and requests it from the provider like every refund. */
export async function refundOrder(
  dependencies: SettleDependencies,
  wanted: OwnersRefund,
): Promise<Refund & { isBuyerTold: boolean }> {
  const { db, log, stockAnnouncer } = dependencies
  const { asked } = await planRefund(dependencies, wanted)
  const made = await transact(db, (tx) => makeRefund(tx, dependencies, wanted, asked))
  if (wanted.isRestocked) stockAnnouncer.moved(made.checkoutId)
  // Others that are due are sent with it. Whatever fails there, this one stands, and is sent by the next sweep.
  await sendDueRefunds(dependencies).catch((error) =>
    log.warn({ err: error }, 'due refunds were not all sent'),
  )
  const refund = (await listRefundsOf(db, made.reference)).find(({ number }) => number === made.number)
  if (refund === undefined) throw new Error(`The refund of order ${wanted.orderId} is gone`)
  return { ...refund, isBuyerTold: made.isBuyerTold }
}
