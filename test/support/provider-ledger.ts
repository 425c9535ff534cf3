import { sql } from 'drizzle-orm'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { PROVIDER_KEY, type TestShop } from './shop.ts'

/** The provider's own ledger, as GET /__ledger of the sandbox returns it. Amounts are in kobo. */
export type ProviderLedger = {
  transactions: {
    reference: string
    status: string
    amountKobo: number
    currency: string
    paidAt: string | null
  }[]
  refunds: { id: number; transactionReference: string; amountKobo: number; status: string }[]
  deliveries: { event: string; reference: string; state: string }[]
}

type OwnBook = {
  reference: string
  state: string
  checkoutId: string
  status: string
  totalKobo: number
  isReviewed: boolean
  refunds: number
  refundKobo: number
}

export async function readProviderLedger({ sandbox }: TestShop): Promise<ProviderLedger> {
  const headers = { authorization: `Bearer ${PROVIDER_KEY}` }
  const response = await sandbox.app.request('/__ledger', { headers })
  return ((await response.json()) as { data: ProviderLedger }).data
}

/** Compares a test shop's books with its provider's. */
export async function compareBooks(shop: TestShop): Promise<void> {
  await compareWithProvider(shop.db, await readProviderLedger(shop))
}

/**
 * Compares the shop's books with the provider's, to the kobo: every success is a paid order, a requested refund or an
 * open review (I6); money kept is the sum of paid totals and nothing is refunded twice or above its amount (I7); nobody
 * paid twice for one checkout without a refund (I3, I9); every event that was acknowledged with 200 is stored and settled
 * (I12). Throws with all differences. Call it when no work is in progress any more.
 */
export async function compareWithProvider(db: Database, ledger: ProviderLedger): Promise<void> {
  const own = new Map((await listOwnBooks(db)).map((book) => [book.reference, book]))
  const wrong: string[] = []
  let receivedKobo = 0
  let paidBackKobo = 0
  for (const transaction of ledger.transactions) {
    const { reference } = transaction
    const refunds = refundsOf(ledger, transaction)
    const refundedKobo = paidBackOf(ledger, transaction)
    const book = own.get(reference)
    if (book === undefined) {
      wrong.push(`${reference}: the provider knows it, the shop does not`)
      continue
    }
    if (transaction.paidAt === null) {
      if (book.status === 'paid') wrong.push(`${reference}: paid here, not at the provider`)
      continue
    }
    receivedKobo += transaction.amountKobo
    paidBackKobo += refundedKobo
    if (refunds.length > 1 && book.status !== 'paid')
      wrong.push(`${reference}: refunded ${refunds.length} times`)
    if (refundedKobo > transaction.amountKobo) wrong.push(`${reference}: refunded above its amount`)
    if (refunds.length !== book.refunds || refundedKobo !== book.refundKobo) {
      wrong.push(`${reference}: refunds ${refundedKobo} there, ${book.refundKobo} here (${book.state})`)
    }
    if (book.status === 'paid' && refunds.length === 0) {
      if (book.totalKobo !== transaction.amountKobo) {
        wrong.push(`${reference}: ${transaction.amountKobo} paid for a total of ${book.totalKobo}`)
      }
    } else if (refunds.length === 0 && !book.isReviewed) {
      wrong.push(`${reference}: a success that is neither paid, refunded nor under review (${book.state})`)
    }
  }
  const paidKobo = [...own.values()]
    .filter((book) => book.status === 'paid' && !book.isReviewed)
    .reduce((sum, book) => sum + book.totalKobo - book.refundKobo, 0)
  const reviewedKobo = ledger.transactions
    .filter((transaction) => transaction.paidAt !== null && own.get(transaction.reference)?.isReviewed)
    .reduce((sum, transaction) => sum + transaction.amountKobo - paidBackOf(ledger, transaction), 0)
  if (receivedKobo - paidBackKobo - reviewedKobo !== paidKobo) {
    wrong.push(`kept ${receivedKobo - paidBackKobo} there (${reviewedKobo} under review), ${paidKobo} here`)
  }
  wrong.push(...(await listLostEvents(db, ledger)))
  if (wrong.length > 0) throw new Error(`The books differ:\n${wrong.join('\n')}`)
}

function refundsOf({ refunds }: ProviderLedger, { reference }: { reference: string }) {
  return refunds.filter((refund) => refund.transactionReference === reference && refund.status !== 'failed')
}

const paidBackOf = (ledger: ProviderLedger, transaction: { reference: string }) =>
  refundsOf(ledger, transaction).reduce((sum, refund) => sum + refund.amountKobo, 0)

function listOwnBooks(db: Database): Promise<OwnBook[]> {
  return rowsOf<OwnBook>(
    db,
    sql`select a.reference, a.state, o.checkout_id as "checkoutId", o.status, o.total_kobo::float8 as "totalKobo",
      exists (select 1 from review_cases c where c.order_id = o.id and c.closed_at is null) as "isReviewed",
      (select count(*)::int from refunds r where r.reference = a.reference
        and r.provider_refund_id is not null and r.state <> 'failed') as refunds,
      (select coalesce(sum(amount_kobo), 0)::float8 from refunds r
        where r.reference = a.reference and r.provider_refund_id is not null and r.state <> 'failed') as "refundKobo"
      from payment_attempts a join orders o on o.id = a.order_id`,
  )
}

async function listLostEvents(db: Database, { deliveries }: ProviderLedger): Promise<string[]> {
  const acknowledged = deliveries.filter((delivery) => delivery.state === 'delivered')
  const found = await rowsOf<{ event: string; reference: string; settled: boolean }>(
    db,
    sql`select event, reference, settled_at is not null as settled from provider_events`,
  )
  const settled = new Set(found.filter((row) => row.settled).map((row) => `${row.event} ${row.reference}`))
  return acknowledged
    .map(({ event, reference }) => `${event} ${reference}`)
    .filter((name) => !settled.has(name))
    .map((name) => `${name}: a response of 200 and not settled`)
}
