import type { Dependencies } from '#server/dependencies.ts'
import {
  addAuthenticator,
  addPasskey,
  askForAuthenticator,
  askForNewPasskey,
  endStaffSession,
  getMe as getMeRoute,
  listStaffSessions,
  removeAuthenticator,
  removePasskey,
  renewRecoveryCodes,
  setStaffPassword,
} from '#shared/contract/admin/account.ts'
import type { AdminRouter } from './admin-router.ts'
import { getMe } from './me-store.ts'
import {
  addOwnAuthenticator,
  addOwnPasskey,
  offerAuthenticator,
  offerPasskey,
  removeOwnAuthenticator,
  removeOwnPasskey,
  renewOwnRecoveryCodes,
  setOwnPassword,
} from './own-account.ts'
import { endSessionOf, listSessionsOf } from './session-store.ts'

/** A member's own account. */
export function accountApi(
  admin: AdminRouter,
  dependencies: Pick<Dependencies, 'db' | 'now' | 'settings'>,
): void {
  const { db, now, settings } = dependencies
  const meOf = ({ session }: { session: { id: string } }) => getMe(db, session.id, settings)

  admin.serve(getMeRoute, meOf)
  admin.serve(askForNewPasskey, (self) => offerPasskey(dependencies, self))
  admin.serve(addPasskey, async (self) => {
    await addOwnPasskey(dependencies, self, self.body)
    return meOf(self)
  })
  admin.serve(removePasskey, async (self) => {
    await removeOwnPasskey(dependencies, self, self.params.id)
    return meOf(self)
  })
  admin.serve(setStaffPassword, async (self) => {
    await setOwnPassword(dependencies, self, self.body.password)
    return meOf(self)
  })
  admin.serve(askForAuthenticator, (self) => offerAuthenticator(dependencies, self))
  admin.serve(addAuthenticator, async (self) => ({
    recoveryCodes: await addOwnAuthenticator(dependencies, self, self.body.code),
  }))
  admin.serve(removeAuthenticator, async (self) => {
    await removeOwnAuthenticator(dependencies, self)
    return meOf(self)
  })
  admin.serve(renewRecoveryCodes, async (self) => ({
    recoveryCodes: await renewOwnRecoveryCodes(dependencies, self),
  }))
  admin.serve(listStaffSessions, async ({ session }) => ({
    sessions: await listSessionsOf(db, session, now()),
  }))
  admin.serve(endStaffSession, async ({ session, params }) => {
    await endSessionOf(db, session.memberId, params.id)
    return undefined
  })
}
