import { isDeepStrictEqual } from 'node:util'
import { listActsOn, recordAct } from '#server/audit/store.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { createAdminRouter } from '#server/staff/admin-router.ts'
import { getAdminOrder, listAdminOrders, showPhone } from '#shared/contract/admin/order.ts'
import { holdBack as holdBackRoute, resolveOrder as resolveRoute } from '#shared/contract/admin/order-act.ts'
import { isAllowed } from '#shared/contract/permission.ts'
import { ShopError } from '#shared/errors.ts'
import { ADMIN_LIST_SIZE } from '#shared/limits.ts'
import { getAskedOrder, getVisibleOrder, isVisible, lockAskedOrder, noOrder } from '../asked-order.ts'
import { listOpenDisputes } from '../dispute-store.ts'
import { holdBack } from '../hold-back.ts'
import { type ListedIssue, listOpenIssues } from '../issue-list-store.ts'
import { issueText } from '../issue-text.ts'
import { findOrderFile, listSiblings } from '../overview-store.ts'
import { resolveIssues } from '../resolve.ts'
import { NOUNS_OF_ORDER, timelineOf } from '../timeline.ts'
import { searchOrders } from './list-store.ts'
import { presentAdminOrder, presentListed } from './present.ts'

/** Orders for the people who run the shop, each role with what it may see. */
export function adminOrderApi(dependencies: Pick<Dependencies, 'db' | 'jobs' | 'now' | 'settings'>) {
  const { db, now } = dependencies
  const admin = createAdminRouter(dependencies)

  admin.serve(listAdminOrders, async ({ query, session: { role } }) => {
    const { search, view = 'all', place, since, until, after, limit = ADMIN_LIST_SIZE } = query
    const found = await searchOrders(
      db,
      {
        search: search === '' ? undefined : search,
        view,
        place,
        since: since === undefined ? undefined : new Date(since),
        until: until === undefined ? undefined : new Date(until),
        after: after === undefined ? undefined : readCursor(after),
        isPaidOnly: !isAllowed(role, 'order.unpaid'),
        limit,
      },
      now(),
    )
    return {
      orders: found.orders.map((order) => presentListed(order, role)),
      next: found.next === undefined ? null : `${found.next.at.toISOString()} ${found.next.id}`,
    }
  })

  admin.serve(getAdminOrder, async ({ params: { id }, session: { role } }) => {
    const file = await findOrderFile(db, id)
    if (file === undefined || !isVisible(file.order, role)) throw noOrder()
    const acts = await listActsOn(db, NOUNS_OF_ORDER, id)
    const issues = await listOpenIssues(db, now(), [id])
    return presentAdminOrder(
      {
        file,
        siblings: await listSiblings(db, file.order),
        history: timelineOf(file, acts),
        advice: issues.map(({ issue }) => issueText(issue)),
        dispute: (await listOpenDisputes(db, now(), id))[0],
        canResolve: issues.some(({ issue }) => RESOLVABLE.has(issue.kind)),
      },
      role,
      now(),
    )
  })

  admin.act(showPhone, async (tx, { params: { id }, session: { role }, by }) => {
    const { phone } = await getVisibleOrder(tx, id, role)
    if (phone === '') throw new ShopError('NOT_FOUND', 'There is no phone number.')
    await recordAct(tx, { ...by, action: 'order.show-phone', subject: id, details: {} }, now())
    return { phone }
  })

  admin.act(holdBackRoute, async (tx, { params: { id }, body: { reason, shown }, by }) => {
    await getAskedOrder(tx, id)
    await holdBack(tx, { orderId: id, reason, shown, ...by }, now())
    return { heldBack: reason }
  })

  admin.act(resolveRoute, async (tx, { params: { id }, body: { note, shown }, by }) => {
    await lockAskedOrder(tx, id)
    const advice = (await listOpenIssues(tx, now(), [id])).map(({ issue }) => issueText(issue))
    if (!isDeepStrictEqual(advice, shown))
      throw new ShopError(
        'CHANGED_MEANWHILE',
        'What the order needs has changed meanwhile. Please look again.',
      )
    return { closed: await resolveIssues(tx, { orderId: id, note, ...by }, now()) }
  })

  return admin.routes
}

/** Everything else ends by itself, or with an act of its own. */
const RESOLVABLE: ReadonlySet<ListedIssue['kind']> = new Set([
  'review',
  'late',
  'refund-slow',
  'mail-given-up',
])

/** `next` of a list, as it was given. Throws VALIDATION for anything else. */
function readCursor(after: string): { at: Date; id: string } {
  const [time = '', id = ''] = after.split(' ')
  const at = new Date(time)
  if (Number.isNaN(at.getTime()) || id === '')
    throw new ShopError(
      'VALIDATION',
      'This page of the list does not exist. Start again from its first page.',
    )
  return { at, id }
}
