import { type By, recordAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { lockAskedOrder } from '#server/order/asked-order.ts'
import { ShopError } from '#shared/errors.ts'
import { type Kobo, nairaFromKobo } from '#shared/naira.ts'
import { measureRefund, type Pieces, sumReturned } from './measure-refund.ts'
import { readRefunds, refuseUnlessFree } from './plan-refund.ts'
import {
  answerQuestion,
  findOrderIdOfQuestion,
  insertQuestion,
  listQuestionsOf,
  type RefundQuestion,
} from './question-store.ts'

type Asked = { orderId: string; amount: Kobo; pieces: readonly Pieces[]; reason: string }

/**
 * Somebody who may not refund asks those who may. Only for what could be refunded now, as far as the shop knows; the provider is
 * asked once it is. An order has one open question at most.
 */
export async function askForRefund(
  tx: Database,
  by: By,
  { orderId, amount, pieces, reason }: Asked,
  now: Date,
): Promise<void> {
  const { order } = await lockAskedOrder(tx, orderId)
  const open = (await listQuestionsOf(tx, orderId)).find(({ state }) => state === 'asked')
  if (open !== undefined)
    throw new ShopError('CHANGED_MEANWHILE', `${open.askedBy} has asked already. Please look again.`)
  const { attempt, refunds, lines } = await readRefunds(tx, orderId)
  await refuseUnlessFree(tx, order, { attempt, refunds })
  const standing = { paid: attempt.amount, returned: sumReturned(refunds), lines }
  measureRefund(standing, { amount, pieces }, attempt)
  await insertQuestion(tx, {
    orderId,
    amount,
    pieces,
    reason,
    askedBy: by.actor,
    memberId: by.memberId ?? null,
    askedAt: now,
  })
  await recordAct(
    tx,
    { ...by, action: 'order.ask-refund', subject: orderId, details: { amount, reason } },
    now,
  )
}

/** The money is not returned; whoever asked reads why at the order. Returns the order's id. */
export async function declineRefund(
  tx: Database,
  by: By,
  { questionId, answer }: { questionId: string; answer: string },
  now: Date,
): Promise<string> {
  const orderId = await findOrderIdOfQuestion(tx, questionId)
  if (orderId === undefined) throw new ShopError('NOT_FOUND', 'There is no such question.')
  await lockAskedOrder(tx, orderId)
  const { amount } = await getOpen(tx, orderId, questionId)
  await answerQuestion(tx, questionId, { state: 'declined', answer, answeredBy: by.actor, answeredAt: now })
  const details = { amount, state: ['asked', 'declined'], reason: answer }
  await recordAct(tx, { ...by, action: 'order.decline-refund', subject: orderId, details }, now)
  return orderId
}

/** Takes back one's own question, which nobody has answered. Throws NOT_FOUND for anybody else's. Returns the order's id. */
export async function withdrawQuestion(
  tx: Database,
  by: By & { memberId: string },
  questionId: string,
  now: Date,
): Promise<string> {
  const orderId = await findOrderIdOfQuestion(tx, questionId, by.memberId)
  if (orderId === undefined) throw new ShopError('NOT_FOUND', 'There is no such question of yours.')
  await lockAskedOrder(tx, orderId)
  const { amount } = await getOpen(tx, orderId, questionId)
  await answerQuestion(tx, questionId, {
    state: 'withdrawn',
    answer: '',
    answeredBy: by.actor,
    answeredAt: now,
  })
  const details = { amount, state: ['asked', 'withdrawn'] }
  await recordAct(tx, { ...by, action: 'order.withdraw-refund', subject: orderId, details }, now)
  return orderId
}

/** The refund of a locked order that is being made is the answer; its own act is recorded with it. */
export async function answerByRefund(
  tx: Database,
  by: By,
  { orderId, questionId }: { orderId: string; questionId: string },
  now: Date,
): Promise<void> {
  await getOpen(tx, orderId, questionId)
  await answerQuestion(tx, questionId, {
    state: 'refunded',
    answer: '',
    answeredBy: by.actor,
    answeredAt: now,
  })
}

async function getOpen(tx: Database, orderId: string, questionId: string): Promise<RefundQuestion> {
  const question = (await listQuestionsOf(tx, orderId)).find(({ id }) => id === questionId)
  if (question === undefined) throw new ShopError('NOT_FOUND', 'There is no such question.')
  const { state, answeredBy } = question
  if (state !== 'asked')
    throw new ShopError('CHANGED_MEANWHILE', `It is ${state} by ${answeredBy} already. Please look again.`)
  return question
}

/** As `viewer`, a member, sees it. */
export const presentQuestion = (
  { askedAt, answeredAt, amount, memberId, orderId: _, ...question }: RefundQuestion,
  viewer: string,
) => ({
  ...question,
  isOwn: memberId === viewer,
  amount: nairaFromKobo(amount),
  pieces: [...question.pieces],
  askedAt: askedAt.toISOString(),
  answeredAt: answeredAt?.toISOString() ?? null,
})
