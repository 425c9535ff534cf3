import type { Dependencies } from '#server/dependencies.ts'
import {
  endStaffSession,
  getMe as getMeRoute,
  listStaffSessions,
  setStaffPassword,
} from '#shared/contract/admin/staff.ts'
import type { AdminRouter } from './admin-router.ts'
import { getMe } from './me-store.ts'
import { setOwnPassword } from './password.ts'
import { endSessionOf, listSessionsOf } from './session-store.ts'

/** A member's own account. */
export function accountApi(
  admin: AdminRouter,
  dependencies: Pick<Dependencies, 'db' | 'now' | 'settings'>,
): void {
  const { db, now, settings } = dependencies
  admin.serve(getMeRoute, ({ session }) => getMe(db, session.id, settings))
  admin.serve(setStaffPassword, async ({ session, by, body }) => {
    await setOwnPassword(dependencies, { session, by }, body.password)
    return getMe(db, session.id, settings)
  })
  admin.serve(listStaffSessions, async ({ session }) => ({
    sessions: await listSessionsOf(db, session, now()),
  }))
  admin.serve(endStaffSession, async ({ session, params }) => {
    await endSessionOf(db, session.memberId, params.id)
    return undefined
  })
}
