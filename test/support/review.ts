import type { Database } from '#server/db/connection.ts'
import { isOpen, type OpenCase, reviewReasons } from '#server/order/review-case.ts'
import { listCases } from '#server/order/review-store.ts'

export async function openCasesOf(db: Database, orderId: string): Promise<OpenCase[]> {
  return (await listCases(db, orderId)).filter(isOpen)
}

/** Why an order needs review; null if it does not. */
export async function reviewOf(db: Database, orderId: string): Promise<string | null> {
  return reviewReasons(await openCasesOf(db, orderId))
}
