import { sql } from 'drizzle-orm'
import { isAmong } from '#server/db/among.ts'
import type { Database } from '#server/db/connection.ts'
import { rowsOf } from '#server/db/rows.ts'
import { outbox } from '#server/db/schema/mail.ts'
import { orders, reviewCases } from '#server/db/schema/order.ts'
import { paymentAttempts, refundQuestions, refunds } from '#server/db/schema/payment.ts'
import { exchanges, returnRequests } from '#server/db/schema/return.ts'
import { timestamptz } from '#server/db/timestamptz.ts'
import { isNotWaiting } from '#server/mail/store.ts'
import type { OrderStatus } from '#shared/contract/order.ts'
import type { Kobo } from '#shared/naira.ts'
import type { DerivedKind, OpenIssue, OrderIssue } from './issue.ts'

/** Why an order needs a person. */
export type ListedIssue =
  | { kind: 'review'; issues: readonly OpenIssue[] }
  | { kind: 'late' | 'return-asked' | 'exchange-ended' }
  | { kind: 'refund-waits' | 'refund-asked'; amount: Kobo }
  | { kind: 'refund-slow'; amount: Kobo }
  | { kind: 'mail-waits' | 'mail-given-up'; mail: string; tries: number }

type ListedIssueRow = {
  id: string
  status: OrderStatus
  total_kobo: string
  created_at: string
  kind: ListedIssue['kind']
  issues: OpenIssue[] | null
  amount_kobo: string | null
  mail: string | null
  tries: number | null
}

export type OrderWithIssue = {
  id: string
  status: OrderStatus
  total: Kobo
  createdAt: Date
  issue: ListedIssue
}

/** A refund should be requested, and a mail sent, within 5 minutes; banks need up to 10 working days. */
const REFUND_ASKED_WITHIN = '5 minutes'
const REFUND_DONE_WITHIN = '14 days'
const MAIL_SENT_WITHIN = '5 minutes'

const before = (now: Date, span: string) => sql`${timestamptz(now)} - ${span}::interval`

/** Issues `c` as a JSON array, oldest first. */
export const issuesAsJson = sql`json_agg(json_build_object('kind', c.kind, 'detail', c.detail) order by c.id)`

/** Mail `m` was given up, and nobody has closed that since. */
const isGivenUpOpen = sql`m.given_up_at is not null and not exists (select 1 from ${reviewCases} c
  where c.order_id = m.order_id and c.kind = 'mail-given-up' and c.closed_at >= m.given_up_at)`

/** When the banks should have returned refund `r`. */
const isOverdueSince = sql`r.created_at + ${REFUND_DONE_WITHIN}::interval`

/** Refund `r` of payment `a` is overdue at the banks, and nobody has closed that since. */
const isSlowRefundOpen = (
  now: Date,
) => sql`r.state = 'sent' and r.created_at < ${before(now, REFUND_DONE_WITHIN)}
  and not exists (select 1 from ${reviewCases} c where c.order_id = a.order_id and c.kind = 'refund-slow'
    and c.closed_at >= ${isOverdueSince})`

/** Order `o` was paid after its hold had ended, and nobody has closed that. */
const isLateOpen = sql`o.paid_late and not exists (select 1 from ${reviewCases} c
  where c.order_id = o.id and c.kind = 'late')`

/** In the order in which they are shown. */
const DERIVED_KINDS: readonly DerivedKind[] = ['late', 'refund-slow', 'mail-given-up']

/** Closes the late payment, the slow refund and the given-up mails of a locked order that are open; returns them. */
export async function closeDerivedIssues(tx: Database, orderId: string, now: Date): Promise<OrderIssue[]> {
  const closed = await rowsOf<{ kind: DerivedKind }>(
    tx,
    sql`insert into ${reviewCases} (order_id, kind, opened_at, closed_at)
      select ${orderId}, kind, min(since), ${timestamptz(now)} from (
        select 'late' as kind, o.paid_at as since from ${orders} o where o.id = ${orderId} and ${isLateOpen}
        union all select 'refund-slow', ${isOverdueSince} from ${refunds} r
          join ${paymentAttempts} a on a.reference = r.reference where a.order_id = ${orderId} and ${isSlowRefundOpen(now)}
        union all select 'mail-given-up', m.given_up_at from ${outbox} m
          where m.order_id = ${orderId} and ${isGivenUpOpen}
      ) open group by kind returning kind`,
  )
  const kinds = new Set(closed.map(({ kind }) => kind))
  return DERIVED_KINDS.filter((kind) => kinds.has(kind)).map((kind) => ({ kind, detail: null }))
}

/**
 * All orders that need a person, or those of `orderIds`, oldest first. Late payments, slow refunds and given-up mails stay
 * listed until closed by hand; what a buyer asks to send back, or a member of staff to refund, until it is answered, and an exchange
 * of which nothing is held any more, until it is decided anew.
 */
export async function listOpenIssues(
  db: Database,
  now: Date,
  orderIds?: readonly string[],
): Promise<OrderWithIssue[]> {
  const isAsked = orderIds === undefined ? sql`true` : isAmong(sql`c.id`, orderIds)
  const rows = await rowsOf<ListedIssueRow>(
    db,
    sql`select o.id, o.status, o.total_kobo::text, to_json(o.created_at)#>>'{}' as created_at, c.kind, c.issues, c.amount_kobo,
        c.mail, c.tries from ${orders} o join (
        select c.order_id as id, 'review' as kind, ${issuesAsJson} as issues, null::text as amount_kobo, null::text as mail,
          null::int as tries from ${reviewCases} c where c.closed_at is null group by c.order_id
        union all select o.id, 'late', null, null, null, null from ${orders} o where ${isLateOpen}
        union all select a.order_id, case r.state when 'requested' then 'refund-waits' else 'refund-slow' end, null,
          r.amount_kobo::text, null, null from ${refunds} r join ${paymentAttempts} a on a.id = r.attempt_id
          where r.state = 'requested' and r.created_at < ${before(now, REFUND_ASKED_WITHIN)}
            or ${isSlowRefundOpen(now)}
        union all select q.order_id, 'refund-asked', null, q.amount_kobo::text, null, null from ${refundQuestions} q
          where q.state = 'asked'
        union all select m.order_id, 'mail-waits', null, null, m.kind, m.attempts from ${outbox} m
          where m.sent_at is null and m.given_up_at is null and m.created_at < ${before(now, MAIL_SENT_WITHIN)}
            and ${isNotWaiting(now)}
        union all select m.order_id, 'mail-given-up', null, null, m.kind, m.attempts from ${outbox} m
          where ${isGivenUpOpen}
        union all select r.order_id, 'return-asked', null, null, null, null from ${returnRequests} r
          where r.state = 'asked' group by r.order_id
        union all select r.order_id, 'exchange-ended', null, null, null, null from ${returnRequests} r
          where r.wish = 'exchange' and r.state in ('approved', 'received') and not exists (select 1 from ${exchanges} e
            where e.request_id = r.id and e.state <> 'ended') group by r.order_id
      ) c on c.id = o.id where ${isAsked} order by o.created_at, o.id`,
  )
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    total: Number(row.total_kobo),
    createdAt: new Date(row.created_at),
    issue: listedIssueOf(row),
  }))
}

function listedIssueOf(row: ListedIssueRow): ListedIssue {
  switch (row.kind) {
    case 'review':
      return { kind: 'review', issues: row.issues ?? [] }
    case 'late':
    case 'return-asked':
    case 'exchange-ended':
      return { kind: row.kind }
    case 'mail-waits':
    case 'mail-given-up':
      return { kind: row.kind, mail: row.mail ?? '', tries: row.tries ?? 0 }
    default:
      return { kind: row.kind, amount: Number(row.amount_kobo) }
  }
}
