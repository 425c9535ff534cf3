import { recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { getAskedOrder } from '#server/order/asked-order.ts'
import { lockOrdersWith } from '#server/order/lock-store.ts'
import { getOrder } from '#server/order/store.ts'
import { Refusal } from '#server/refusal.ts'
import { createAdminRouter } from '#server/staff/admin-router.ts'
import type { StaffSession } from '#server/staff/session-store.ts'
import { lineName } from '#shared/choice-words.ts'
import {
  askForRefund as askForRefundRoute,
  declineRefund as declineRefundRoute,
  getRefunds,
  makeRefund as makeRefundRoute,
  type OrderRefunds,
  withdrawQuestion as withdrawQuestionRoute,
} from '#shared/contract/admin/refund.ts'
import { hasRefundLimit, isAllowed } from '#shared/contract/permission.ts'
import { ShopError } from '#shared/errors.ts'
import { formatKobo, type Kobo, koboFromNaira, nairaFromKobo } from '#shared/naira.ts'
import type { SettleDependencies } from '../settle/apply-decision.ts'
import { sumReturned } from './measure-refund.ts'
import { type AskedProvider, planRefund, readRefunds, refuseUnlessFree } from './plan-refund.ts'
import { answerByRefund, askForRefund, declineRefund, presentQuestion, withdrawQuestion } from './question.ts'
import { listQuestionsOf } from './question-store.ts'
import { makeRefund } from './refund-order.ts'

/** Refunds, for the people who run the shop. */
export function adminRefundApi(dependencies: SettleDependencies) {
  const { db, now, settings, stockAnnouncer } = dependencies
  const admin = createAdminRouter(dependencies)

  admin.serve(getRefunds, async ({ params: { id }, session }) => present(db, id, session))

  admin.act(
    makeRefundRoute,
    async (tx, { params: { id: orderId }, body, session, by }, asked: AskedProvider) => {
      const { amount, pieces, isRestocked, reason, shown, question } = body
      await lockOrdersWith(tx, orderId)
      const before = sumReturned((await readRefunds(tx, orderId)).refunds)
      if (before !== koboFromNaira(shown.refunded))
        throw new ShopError('CHANGED_MEANWHILE', 'Something of this order has been refunded meanwhile.', {
          details: { refunded: nairaFromKobo(before) },
        })
      const kobo = koboFromNaira(amount)
      refuseAbove(session, before + kobo)
      if (question !== undefined) await answerByRefund(tx, by, { orderId, questionId: question }, now())
      await makeRefund(tx, dependencies, { orderId, amount: kobo, pieces, isRestocked, reason, ...by }, asked)
      return present(tx, orderId, session)
    },
    {
      ask: async ({ params: { id: orderId }, body: { amount, pieces, isRestocked }, session, by }) => {
        await getAskedOrder(db, orderId)
        const kobo = koboFromNaira(amount)
        const before = sumReturned((await readRefunds(db, orderId)).refunds)
        if (isAbove(session, before + kobo)) {
          const details = { amount: kobo, limit: settings.refundLimit }
          const act = { ...by, action: 'order.refund', subject: orderId, details, hasFailed: true }
          await recordAct(db, act, now())
        }
        refuseAbove(session, before + kobo)
        return (await planRefund(dependencies, { orderId, amount: kobo, pieces, isRestocked })).asked
      },
      done: async ({ params: { id }, body: { isRestocked } }) => {
        if (isRestocked) stockAnnouncer.moved((await getOrder(db, id)).checkoutId)
      },
    },
  )

  admin.act(askForRefundRoute, async (tx, { params: { id: orderId }, body, session, by }) => {
    const { amount, pieces, reason } = body
    await askForRefund(tx, by, { orderId, amount: koboFromNaira(amount), pieces, reason }, now())
    return present(tx, orderId, session)
  })
  admin.act(declineRefundRoute, async (tx, { params: { id: questionId }, body, session, by }) =>
    present(tx, await declineRefund(tx, by, { questionId, ...body }, now()), session),
  )

  admin.act(withdrawQuestionRoute, async (tx, { params: { id: questionId }, session, by }) => {
    const { memberId } = session
    return present(tx, await withdrawQuestion(tx, { ...by, memberId }, questionId, now()), session)
  })

  const isAbove = ({ role }: StaffSession, returned: Kobo) =>
    hasRefundLimit(role) && returned > settings.refundLimit

  /** Above the limit only an owner returns money of an order, and confirms it. */
  function refuseAbove(session: StaffSession, returned: Kobo): void {
    if (isAbove(session, returned))
      throw new ShopError(
        'FORBIDDEN',
        `Your role may return up to ${formatKobo(settings.refundLimit)} of an order. An owner can return more.`,
      )
    if (returned > settings.refundLimit && session.freshUntil <= now())
      throw new ShopError('FRESH_SIGN_IN_NEEDED', 'Please confirm that it is you.')
  }

  async function present(
    tx: Database,
    orderId: string,
    { role, memberId }: StaffSession,
  ): Promise<OrderRefunds> {
    const order = await getAskedOrder(tx, orderId)
    const { attempt, refunds, refunded, lines } = await readRefunds(tx, orderId)
    const refusal = await refuseUnlessFree(tx, order, { attempt, refunds }).then(
      () => null,
      (error: unknown) => {
        if (error instanceof Refusal) return error.message
        throw error
      },
    )
    return {
      paid: order.status === 'paid' ? nairaFromKobo(attempt.amount) : 0,
      refunded: nairaFromKobo(sumReturned(refunds)),
      refunds: refunds.map((refund) => {
        const own = refunded.filter(({ refundId }) => refundId === refund.id)
        return {
          number: refund.number,
          amount: nairaFromKobo(refund.amount),
          state: refund.state,
          at: refund.createdAt.toISOString(),
          providerNumber: refund.providerRefundId,
          pieces: own.flatMap(({ position, quantity }) => {
            const line = lines[position]
            return line === undefined ? [] : [{ name: lineName(line), quantity }]
          }),
          isRestocked: own.some(({ isRestocked }) => isRestocked),
        }
      }),
      lines: lines.map((line) => ({
        position: line.position,
        name: line.name,
        color: line.color,
        size: line.size,
        image: line.image,
        price: nairaFromKobo(line.unitPrice),
        quantity: line.quantity,
        refunded: line.refunded,
        restocked: line.restocked,
      })),
      questions: (await listQuestionsOf(tx, orderId)).map((question) => presentQuestion(question, memberId)),
      refusal,
      limit:
        isAllowed(role, 'order.refund') && hasRefundLimit(role) ? nairaFromKobo(settings.refundLimit) : null,
    }
  }

  return admin.routes
}
