import { type AnyRouter, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '#shared/client/api.ts'
import type { Api } from '#web/data/api.ts'
import { readProfile } from '#web/data/session.ts'
import { readStoredToken, useSession } from '#web/state/session.ts'
import { endRefusedSession, sayFarewell } from './leave-signed-in.ts'

const PAYMENT_CALLBACK = '/payment/callback'
/** How a failure says that the session has ended, whatever its status: not everything between here and the shop keeps it. */
const SAYS_UNAUTHORIZED = /\b401\b|\bunauthori[sz]ed\b/i

/**
 * Refreshes the user once per page and session, in case the name has changed; until then the logo covers a member's page. A
 * refused session ends by the rule for 401. A shopper back from the provider is left at their receipt: the next page
 * refreshes, and then a login costs them nothing.
 */
export function useSessionStart(): void {
  const router = useRouter()
  const { api } = router.options.context
  const token = useSession((session) => session.token)
  const isBackFromPaying = useRouterState({
    select: ({ location }) => location.pathname === PAYMENT_CALLBACK,
  })
  useEffect(sayFarewell, [])
  useEffect(() => {
    // The stored session has been read by now, but this may still be the page without it.
    if (isBackFromPaying || readStoredToken() === null) hideStartingLogo()
    else if (token !== null) void refreshUser(api, router, token).finally(hideStartingLogo)
  }, [api, router, token, isBackFromPaying])
}

/** It is on the page from its first paint where a session is stored (web/start/start.ts). */
function hideStartingLogo(): void {
  document.documentElement.classList.remove('starting')
}

export async function refreshUser(api: Api, router: AnyRouter, token: string): Promise<void> {
  try {
    const { user } = await readProfile(api, token)
    if (readStoredToken() === token) useSession.getState().setUser(user)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Otherwise the stored name will do until the next page.
    if (SAYS_UNAUTHORIZED.test(error.message)) endRefusedSession(router, token)
  }
}
