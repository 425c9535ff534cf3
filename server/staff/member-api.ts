import type { Dependencies } from '#server/dependencies.ts'
import {
  changeMember as changeMemberRoute,
  endSessionsOfMember,
  inviteMember as inviteMemberRoute,
  listStaff,
  renewLink as renewLinkRoute,
} from '#shared/contract/admin/staff.ts'
import type { AdminRouter } from './admin-router.ts'
import { changeMember, inviteMember, renewLink, signOutMember } from './member.ts'
import { listMembers } from './member-store.ts'

/** The other members, as an owner manages them. */
export function memberApi(
  admin: AdminRouter,
  dependencies: Pick<Dependencies, 'db' | 'jobs' | 'now' | 'settings'>,
): void {
  const { db } = dependencies
  admin.serve(listStaff, async () => ({ members: await listMembers(db) }))
  admin.act(inviteMemberRoute, (tx, { by, body }) => inviteMember(tx, dependencies, by, body))
  admin.act(changeMemberRoute, (tx, { by, params: { id }, body: { shown, ...wanted } }) =>
    changeMember(tx, dependencies, by, { id, shown, wanted }),
  )
  admin.act(renewLinkRoute, (tx, { by, params: { id } }) => renewLink(tx, dependencies, by, id))
  admin.act(endSessionsOfMember, async (tx, { by, params: { id } }) => {
    await signOutMember(tx, dependencies, by, id)
    return undefined
  })
}
