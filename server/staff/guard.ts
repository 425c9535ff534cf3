import { createMiddleware } from 'hono/factory'
import { recordAct } from '#server/audit/store.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { isWrite } from '#server/http/method.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import type { AppEnv } from '#server/http/router.ts'
import { isAllowed, type Permission } from '#shared/contract/permission.ts'
import { ShopError } from '#shared/errors.ts'
import { readStaffCookie } from './cookie.ts'
import { isFromOwnPage } from './cross-site.ts'
import { needsEnrolment } from './enrolment.ts'
import { isRecorded } from './limit.ts'
import { findStaffSession, type StaffSession } from './session-store.ts'

export type Guarded = {
  method: string
  path: string
  permission: Permission | 'signed-out'
  needsFreshSignIn: boolean
}
export type GuardDependencies = Pick<Dependencies, 'db' | 'now' | 'settings'>
/** Set by the guard of every call that is not for the signed-out. */
export type AdminEnv = AppEnv & { Variables: { staff: StaffSession } }

/** Enforces what the contract says of a route, before its request is validated. */
export function guard(dependencies: GuardDependencies, route: Guarded) {
  const { db, now, settings } = dependencies
  const { permission, needsFreshSignIn } = route
  return createMiddleware<AdminEnv>(async (context, next) => {
    if (isWrite(context.req.method) && !isFromOwnPage(context, settings))
      throw new ShopError('FORBIDDEN', 'This cannot be done from another site.')
    if (permission === 'signed-out') return next()
    const session = await findStaffSession(db, readStaffCookie(context, settings), now())
    if (session === undefined) throw new ShopError('UNAUTHORIZED', 'Please sign in to go on.')
    // One's own account is where ways to sign in are set up.
    if (permission !== 'own-account' && needsEnrolment(session.role, session, settings))
      throw new ShopError(
        'ENROLMENT_NEEDED',
        'Set up a passkey first, or a password with an authenticator app.',
      )
    if (!isAllowed(session.role, permission)) {
      await recordRefusal(dependencies, route, session)
      throw new ShopError('FORBIDDEN', 'Your role does not allow this.')
    }
    if (needsFreshSignIn && session.freshUntil <= now())
      throw new ShopError('FRESH_SIGN_IN_NEEDED', 'Please confirm that it is you.')
    context.set('staff', session)
    return next()
  })
}

async function recordRefusal(
  { db, now, settings }: GuardDependencies,
  { method, path }: Guarded,
  { memberId, name, device, role }: StaffSession,
): Promise<void> {
  if (!(await isRecorded(createRateLimiter(db, settings, now()), memberId))) return
  const subject = `${method.toUpperCase()} ${path}`
  const act = { actor: name, memberId, device, action: 'staff.refused', subject, details: { role } }
  await recordAct(db, { ...act, hasFailed: true }, now())
}
