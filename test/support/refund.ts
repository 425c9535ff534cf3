import { eq } from 'drizzle-orm'
import { newId } from '#server/db/id.ts'
import { paymentAttempts, refunds } from '#server/db/schema/payment.ts'
import type { TestShop } from './shop.ts'

export type RefundOf = Partial<typeof refunds.$inferInsert>

/** Inserts the owner's refund of an order's payment into the database, and sets the state of that payment. */
export async function addRefund(
  { db, now }: Pick<TestShop, 'db' | 'now'>,
  { id, reference }: { id: string; reference: string },
  state: (typeof paymentAttempts.$inferSelect)['state'],
  refund: RefundOf,
): Promise<void> {
  const [attempt] = await db
    .update(paymentAttempts)
    .set({ state })
    .where(eq(paymentAttempts.orderId, id))
    .returning({ id: paymentAttempts.id, amount: paymentAttempts.amount })
  if (attempt === undefined) throw new Error('The order has no payment')
  await db.insert(refunds).values({
    ...{ id: newId(), reference, attemptId: attempt.id, amount: attempt.amount, reason: 'owner' },
    ...{ createdAt: now(), updatedAt: now(), ...refund },
  })
}
