import type { Context } from 'hono'
import type { Settings } from '#server/dependencies.ts'
import { deviceOf } from '#server/http/device.ts'
import {
  askForPasskey,
  confirmByCode,
  confirmByPasskey as confirmByPasskeyRoute,
  joinByLink as joinByLinkRoute,
  logInByPasskey as logInByPasskeyRoute,
  logInStaff,
  logOutStaff,
} from '#shared/contract/admin/sign-in.ts'
import type { AdminRouter } from './admin-router.ts'
import { confirmByPassword } from './confirm.ts'
import { clearStaffCookie, readStaffCookie, setStaffCookie } from './cookie.ts'
import { deviceWords } from './device-words.ts'
import type { AdminEnv } from './guard.ts'
import { getMe } from './me-store.ts'
import { confirmByPasskey, logInByPasskey, offerSignIn } from './passkey-sign-in.ts'
import { endSessionOfToken, endStaffSession } from './session-store.ts'
import {
  type Caller,
  joinByLink,
  logInByPassword,
  type SignedIn,
  type SignInDependencies,
} from './sign-in.ts'

/** Signing in, afresh too, and out. */
export function signInApi(admin: AdminRouter, dependencies: SignInDependencies): void {
  const { db, settings } = dependencies

  /** The cookie gets the new session; the one that it held ends. */
  async function open(context: Context, { token, me }: SignedIn) {
    const former = readStaffCookie(context, settings)
    if (former !== undefined) await endStaffSession(db, former)
    setStaffCookie(context, settings, token)
    return me
  }

  admin.serve(joinByLinkRoute, async ({ body: { token } }, context) =>
    open(context, await joinByLink(dependencies, token, await callerOf(context, settings))),
  )
  admin.serve(logInStaff, async ({ body }, context) =>
    open(context, await logInByPassword(dependencies, body, await callerOf(context, settings))),
  )
  admin.serve(askForPasskey, async (_request, context) =>
    offerSignIn(dependencies, await callerOf(context, settings)),
  )
  admin.serve(logInByPasskeyRoute, async ({ body }, context) =>
    open(context, await logInByPasskey(dependencies, body, await callerOf(context, settings))),
  )
  admin.serve(confirmByCode, async ({ session, body }, context) => {
    await confirmByPassword(dependencies, session, body, await callerOf(context, settings))
    return getMe(db, session.id, settings)
  })
  admin.serve(confirmByPasskeyRoute, async ({ session, body }, context) => {
    await confirmByPasskey(dependencies, session, body, await callerOf(context, settings))
    return getMe(db, session.id, settings)
  })
  admin.serve(logOutStaff, async (_request, context) => {
    const token = readStaffCookie(context, settings)
    if (token !== undefined) await endSessionOfToken(db, token)
    clearStaffCookie(context, settings)
    return undefined
  })
}

export async function callerOf(context: Context<AdminEnv>, settings: Settings): Promise<Caller> {
  const { id } = await deviceOf(context, settings)
  return {
    device: id,
    words: deviceWords(context.req.header('user-agent')),
    network: context.get('clientAddress'),
  }
}
