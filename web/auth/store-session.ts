import type { Api } from '#web/data/api.ts'
import { logOut } from '#web/data/session.ts'
import { type SessionUser, useSession } from '#web/state/session.ts'

/**
 * Signs in if the next page load will still have the session. A browser without storage would lose it: then the session ends
 * here and on the server, and nobody is signed in.
 */
export function storeSession(api: Api, { token, user }: { token: string; user: SessionUser }): boolean {
  const { signIn, signOut } = useSession.getState()
  signIn(token, user)
  if (isStored(token)) return true
  signOut()
  void logOut(api, token)
  return false
}

/** Reads the browser's own storage, not the store, whose state is in memory. */
function isStored(token: string): boolean {
  try {
    return localStorage.getItem(useSession.persist.getOptions().name ?? '')?.includes(token) ?? false
  } catch {
    return false
  }
}
