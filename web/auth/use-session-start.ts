import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type Api, ApiError } from '#web/data/api.ts'
import { readProfile } from '#web/data/session.ts'
import { readStoredToken, useSession } from '#web/state/session.ts'
import { sayFarewell } from './leave-signed-in.ts'

const PAYMENT_CALLBACK = '/payment/callback'

/**
 * Refreshes the user once per page and session, in case the name has changed. A refused session ends by the rule for 401.
 * A shopper back from the provider is left at their receipt: the next page refreshes, and then a login costs them nothing.
 */
export function useSessionStart(): void {
  const { api } = useRouter().options.context
  const token = useSession((session) => session.token)
  const isBackFromPaying = useRouterState({
    select: ({ location }) => location.pathname === PAYMENT_CALLBACK,
  })
  useEffect(sayFarewell, [])
  useEffect(() => {
    if (token !== null && !isBackFromPaying) void refreshUser(api, token)
  }, [api, token, isBackFromPaying])
}

async function refreshUser(api: Api, token: string): Promise<void> {
  try {
    const { user } = await readProfile(api, token)
    if (readStoredToken() === token) useSession.getState().setUser(user)
  } catch (error) {
    // The stored name will do until the next page.
    if (!(error instanceof ApiError)) throw error
  }
}
