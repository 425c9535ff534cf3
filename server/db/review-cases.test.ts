import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropEverything } from '#server/backup/store.ts'
import { issueReason } from '#server/order/issue.ts'
import { listOpenIssues } from '#server/order/issue-list-store.ts'
import { listIssues } from '#server/order/issue-store.ts'
import { openFreshDatabase } from '#test/support/fresh-database.ts'
import type { Connection } from './connection.ts'
import { applyMigrations, listMigrations, migrate } from './migrate.ts'
import { rowsOf } from './rows.ts'

/** Number of migrations before issues became rows. */
const BEFORE = 13
const CLOSED_AT = new Date('2026-11-10T09:00:00Z')
const UPDATED_AT = new Date('2026-11-12T09:00:00Z')
const NOW = new Date('2026-11-22T09:00:00Z')

let connection: Connection
beforeAll(async () => {
  connection = await openFreshDatabase()
  await connection.db.transaction(async (tx) => {
    await dropEverything(tx)
    await applyMigrations(tx, listMigrations().slice(0, BEFORE))
    for (const id of ['two', 'shut', 'again', 'well', 'late', 'late-shut', 'late-after', 'slow', 'mail']) {
      const isLate = id.startsWith('late')
      await tx.execute(sql`insert into checkouts (id) values (${id})`)
      await tx.execute(sql`insert into orders (id, checkout_id, email, status, total_kobo, shipping_fee_kobo, shipping_place,
          full_name, phone, address, city, state, country, content_hash, paid_at, paid_late, updated_at)
        values (${id}, ${id}, 'ada@example.ng', 'paid', 100000, 0, 'Lekki', 'Ada', '', '', '', '', 'Nigeria', 'x',
          '2026-11-09T09:00Z', ${isLate}, ${UPDATED_AT.toISOString()})`)
    }
    const needReview = {
      two: 'the payment is disputed; a refund was made at the provider (42)',
      again: 'the refund is stuck (failed, 7); payment mismatch: paid in GHS',
      well: 'something that the owner wrote',
    }
    for (const [id, reasons] of Object.entries(needReview)) {
      await tx.execute(sql`update orders set needs_review = ${reasons} where id = ${id}`)
    }
    const closed = {
      shut: 'the payment was reversed; the reversed payment came back; the refund is stuck; a refund was made at the provider',
      again: 'the refund is stuck (failed, 7); the payment came after a mismatch; paid late',
      'late-shut': 'paid late',
      slow: 'a refund is slow',
      mail: 'a mail could not be delivered',
      gone: 'the payment is disputed',
    }
    for (const [id, before] of Object.entries(closed)) {
      await tx.execute(sql`insert into audit_log (actor, action, subject, details, created_at)
        values ('ngozi', 'order.resolve', ${id}, ${JSON.stringify({ before, note: 'seen to' })}::jsonb, ${CLOSED_AT.toISOString()})`)
    }
    // Closed before the shop learned of the late payment.
    await tx.execute(sql`insert into audit_log (actor, action, subject, details, created_at) values
      ('ngozi', 'order.resolve', 'late-after', '{"before": "the payment is disputed"}', '2026-11-09T10:00Z'),
      ('ngozi', 'order.refund', 'late', '{"before": {"paid": 1}, "reason": "torn"}', ${CLOSED_AT.toISOString()})`)
    await tx.execute(sql`insert into outbox (id, order_id, kind, recipient, created_at, sent_at, given_up_at) values
      ('a', 'late-after', 'order_confirmed', 'ada@example.ng', '2026-11-09T11:00Z', '2026-11-09T11:00Z', null),
      ('b', 'mail', 'order_confirmed', 'ada@example.ng', '2026-11-01T09:00Z', null, '2026-11-09T09:00Z'),
      ('c', 'mail', 'order_refunded', 'ada@example.ng', '2026-11-01T09:00Z', null, '2026-11-11T09:00Z')`)
    for (const id of ['slow', 'two']) {
      await tx.execute(
        sql`insert into payment_attempts (id, order_id, reference, amount_kobo) values (${id}, ${id}, ${id}, 100000)`,
      )
      await tx.execute(sql`insert into refunds (id, reference, attempt_id, amount_kobo, state, reason, created_at)
        values (${id}, ${id}, ${id}, 100000, 'sent', 'owner', '2026-10-20T09:00Z')`)
    }
  })
  await migrate(connection.db)
})
afterAll(() => connection.close())

const issuesOf = async (orderId: string) =>
  (await listIssues(connection.db, orderId)).map((recorded) => [
    recorded.kind,
    recorded.detail,
    recorded.closedAt,
    issueReason(recorded),
  ])

test('every joined reason becomes an open issue of its own, with the same words', async () => {
  expect(await issuesOf('two')).toEqual([
    ['disputed', null, null, 'the payment is disputed'],
    ['external-refund', '42', null, 'a refund was made at the provider (42)'],
  ])
  expect(await issuesOf('well')).toEqual([
    ['other', 'something that the owner wrote', null, 'something that the owner wrote'],
  ])
  const [first] = await listIssues(connection.db, 'two')
  expect(first?.openedAt).toEqual(UPDATED_AT)
})

test('closed reasons become closed issues, next to those that were opened again', async () => {
  expect(await issuesOf('shut')).toEqual([
    ['reversed', null, CLOSED_AT, 'the payment was reversed'],
    ['reversal-undone', null, CLOSED_AT, 'the reversed payment came back'],
    ['refund-stuck', null, CLOSED_AT, 'the refund is stuck'],
    ['other', 'a refund was made at the provider', CLOSED_AT, 'a refund was made at the provider'],
  ])
  expect(await issuesOf('again')).toEqual([
    ['refund-stuck', 'failed, 7', CLOSED_AT, 'the refund is stuck (failed, 7)'],
    ['paid-after-mismatch', null, CLOSED_AT, 'the payment came after a mismatch'],
    ['refund-stuck', 'failed, 7', null, 'the refund is stuck (failed, 7)'],
    ['mismatch', 'paid in GHS', null, 'payment mismatch: paid in GHS'],
  ])
})

test('late payments, slow refunds and given-up mails are open exactly if nobody had closed them', async () => {
  const issues = (await listOpenIssues(connection.db, NOW)).map(({ id, issue }) => `${id} ${issue.kind}`)
  expect(issues.toSorted()).toEqual([
    'again review',
    'late late',
    'late-after late',
    'mail mail-given-up',
    'two refund-slow',
    'two review',
    'well review',
  ])
  expect(await issuesOf('late-shut')).toEqual([['late', null, CLOSED_AT, 'paid late']])
  expect(await issuesOf('mail')).toEqual([
    ['mail-given-up', null, CLOSED_AT, 'a mail could not be delivered'],
  ])
})

test('the column is gone, and one issue is open once', async () => {
  const columns = await rowsOf<{ name: string }>(
    connection.db,
    sql`select column_name as name from information_schema.columns where table_name = 'orders'`,
  )
  expect(columns.map(({ name }) => name)).not.toContain('needs_review')
  const open = (kind: string, detail: string | null) =>
    connection.db.execute(
      sql`insert into review_cases (order_id, kind, detail, opened_at) values ('two', ${kind}, ${detail}, now())`,
    )
  await open('external-refund', '43')
  for (const [kind, detail] of [
    ['disputed', null],
    ['external-refund', '42'],
    ['external-refund', null],
    ['reversed', 'because'],
    ['late', null],
    ['unheard-of', null],
  ] as const) {
    await expect(open(kind, detail)).rejects.toThrow()
  }
})
