import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { createAdminRouter } from '#server/staff/admin-router.ts'
import { lockMember } from '#server/staff/member-store.ts'
import * as contract from '#shared/contract/admin/order-filter.ts'
import { ShopError } from '#shared/errors.ts'
import { SAVED_FILTERS_MAX } from '#shared/limits.ts'
import { deleteFilterRow, insertFilter, listFiltersOf, renameFilterRow } from './store.ts'

/** The filters of orders that each member has saved, on all their devices. Every act answers with all of them. */
export function orderFilterApi(dependencies: Pick<Dependencies, 'db' | 'now' | 'settings'>) {
  const { db, now } = dependencies
  const admin = createAdminRouter(dependencies)
  const known = async (on: Database, memberId: string) => ({ filters: await listFiltersOf(on, memberId) })

  admin.serve(contract.listSavedFilters, ({ session: { memberId } }) => known(db, memberId))
  admin.act(contract.saveFilter, async (tx, { body: { name, filter }, session: { memberId } }) => {
    await lockMember(tx, memberId)
    const { filters } = await known(tx, memberId)
    if (filters.length >= SAVED_FILTERS_MAX)
      throw new ShopError('REFUSED', `You have ${SAVED_FILTERS_MAX} filters already. Remove one first.`)
    refuseTaken(filters, name)
    await insertFilter(tx, { memberId, name, filter, createdAt: now() })
    return known(tx, memberId)
  })
  admin.act(contract.renameFilter, async (tx, { params: { id }, body: { name }, session: { memberId } }) => {
    await lockMember(tx, memberId)
    const { filters } = await known(tx, memberId)
    const others = filters.filter((each) => each.id !== id)
    refuseTaken(others, name)
    if (!(await renameFilterRow(tx, memberId, id, name)))
      throw new ShopError('NOT_FOUND', 'There is no such filter: it was removed.')
    return known(tx, memberId)
  })
  admin.act(contract.removeFilter, async (tx, { params: { id }, session: { memberId } }) => {
    await deleteFilterRow(tx, memberId, id)
    return known(tx, memberId)
  })
  return admin.routes
}

function refuseTaken(filters: readonly { name: string }[], name: string): void {
  const taken = filters.find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (taken === undefined) return
  const message = `You have a filter “${taken.name}” already.`
  throw new ShopError('REFUSED', message, { fields: { name: message } })
}
