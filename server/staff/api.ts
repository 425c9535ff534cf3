import type { Dependencies } from '#server/dependencies.ts'
import { accountApi } from './account-api.ts'
import { createAdminRouter } from './admin-router.ts'
import { auditApi } from './audit-api.ts'
import { changesApi } from './changes-api.ts'
import { cookieName } from './cookie.ts'
import { memberApi } from './member-api.ts'
import { signInApi } from './sign-in-api.ts'

export type StaffDependencies = Pick<Dependencies, 'db' | 'jobs' | 'liveLists' | 'now' | 'settings'>

/** Signing in, one's own account, the other members, and what was done. */
export function staffApi(dependencies: StaffDependencies) {
  const admin = createAdminRouter(dependencies)
  admin.routes.openAPIRegistry.registerComponent('securitySchemes', 'staff', {
    type: 'apiKey',
    in: 'cookie',
    name: cookieName(dependencies.settings),
  })
  signInApi(admin, dependencies)
  accountApi(admin, dependencies)
  memberApi(admin, dependencies)
  auditApi(admin, dependencies)
  changesApi(admin, dependencies)
  return admin.routes
}
