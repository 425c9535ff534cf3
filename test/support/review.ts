import type { Database } from '#server/db/connection.ts'
import { caseReasons, isOpen, type OpenCase } from '#server/order/case.ts'
import { listCases } from '#server/order/case-store.ts'

export async function openCasesOf(db: Database, orderId: string): Promise<OpenCase[]> {
  return (await listCases(db, orderId)).filter(isOpen)
}

/** Why an order needs review; null if it does not. */
export async function reviewOf(db: Database, orderId: string): Promise<string | null> {
  return caseReasons(await openCasesOf(db, orderId))
}
