import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { newId } from '#server/db/id.ts'
import { refundQuestions } from '#server/db/schema/payment.ts'

export type RefundQuestion = typeof refundQuestions.$inferSelect

/** The questions about an order, in the order in which they were asked. */
export function listQuestionsOf(db: Database, orderId: string): Promise<RefundQuestion[]> {
  return db
    .select()
    .from(refundQuestions)
    .where(eq(refundQuestions.orderId, orderId))
    .orderBy(asc(refundQuestions.askedAt))
}

/** Of a member's own question, or of anybody's. A question never leaves its order, so this may be read before anything is locked. */
export async function findOrderIdOfQuestion(
  db: Database,
  id: string,
  memberId?: string,
): Promise<string | undefined> {
  const isTheirs = memberId === undefined ? undefined : eq(refundQuestions.memberId, memberId)
  const rows = await db
    .select({ orderId: refundQuestions.orderId })
    .from(refundQuestions)
    .where(and(eq(refundQuestions.id, id), isTheirs))
  return rows[0]?.orderId
}

/** Inserts a question about a locked order. */
export async function insertQuestion(
  tx: Database,
  question: Pick<
    RefundQuestion,
    'orderId' | 'amount' | 'pieces' | 'reason' | 'askedBy' | 'memberId' | 'askedAt'
  >,
): Promise<void> {
  await tx.insert(refundQuestions).values({ ...question, id: newId() })
}

/** Answers a question about a locked order, or withdraws it. */
export async function answerQuestion(
  tx: Database,
  id: string,
  answered: Pick<RefundQuestion, 'state' | 'answer' | 'answeredBy' | 'answeredAt'>,
): Promise<void> {
  await tx.update(refundQuestions).set(answered).where(eq(refundQuestions.id, id))
}
