import type { Dependencies } from '#server/dependencies.ts'
import { listOpenDisputes } from '#server/order/dispute-store.ts'
import { listOpenIssues } from '#server/order/issue-list-store.ts'
import { issueText } from '#server/order/issue-text.ts'
import { countWork } from '#server/order/stage-store.ts'
import { createAdminRouter } from '#server/staff/admin-router.ts'
import { getToday, type Today } from '#shared/contract/admin/today.ts'
import { isAllowed, type Role } from '#shared/contract/permission.ts'
import { nairaFromKobo } from '#shared/naira.ts'
import { orderNumber } from '#shared/order-number.ts'
import { listLowStock, listTakings, readHealth } from './store.ts'

const NO_DEADLINE = Number.MAX_SAFE_INTEGER

/** The first screen of everybody who runs the shop: each role gets what it may see. */
export function todayApi(dependencies: Pick<Dependencies, 'db' | 'jobs' | 'now' | 'settings'>) {
  const { db, now } = dependencies
  const admin = createAdminRouter(dependencies)
  admin.serve(getToday, async ({ session: { role } }) => ({
    needs: isAllowed(role, 'order.money') ? await listNeeds(role) : null,
    work: isAllowed(role, 'parcel') ? await countWork(db) : null,
    takings: isAllowed(role, 'takings') ? await readTakings() : null,
    lowStock: isAllowed(role, 'stock') ? await listLowStock(db, now()) : null,
    health: await readHealth(db, now()),
  }))

  async function listNeeds(role: Role): Promise<Today['needs']> {
    const disputes = new Map(
      (await listOpenDisputes(db, now())).map((each) => [each.orderId, each.hoursLeft]),
    )
    // Whoever asks for a refund waits for others.
    const mine = (await listOpenIssues(db, now())).filter(
      ({ issue }) => issue.kind !== 'refund-asked' || isAllowed(role, 'order.refund'),
    )
    const needs = mine.map(({ id, createdAt, issue }) => ({
      orderId: id,
      number: orderNumber(id),
      what: issueText(issue),
      since: createdAt.toISOString(),
      hoursLeft: issue.kind === 'review' ? (disputes.get(id) ?? null) : null,
    }))
    // What has a deadline comes first.
    return needs.toSorted((a, b) => (a.hoursLeft ?? NO_DEADLINE) - (b.hoursLeft ?? NO_DEADLINE))
  }

  async function readTakings(): Promise<Today['takings']> {
    const days = await listTakings(db, now())
    const today = days.at(-1)
    return {
      today: nairaFromKobo(today?.takings ?? 0),
      sameDayLastWeek: nairaFromKobo(days.at(-8)?.takings ?? 0),
      orders: today?.orders ?? 0,
      days: days.map(({ day, takings }) => ({ day, takings: nairaFromKobo(takings) })),
    }
  }

  return admin.routes
}
