import { useEffect } from 'react'
import { readProfile } from '#web/data/account.ts'
import { type Api, ApiError } from '#web/data/api.ts'
import { readStoredToken, useSession } from '#web/state/session.ts'
import { sayFarewell } from './leave-signed-in.ts'

/**
 * Refreshes the user once per page and session, in case the name has changed. A refused session ends by the rule for 401.
 */
export function useSessionStart(api: Api): void {
  const token = useSession((session) => session.token)
  useEffect(sayFarewell, [])
  useEffect(() => {
    if (token !== null) void refreshUser(api, token)
  }, [api, token])
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
