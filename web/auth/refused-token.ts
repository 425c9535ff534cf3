import type { AnyRouter } from '@tanstack/react-router'
import { readStoredToken } from '#web/state/session.ts'
import { leaveSignedOut } from './leave-signed-in.ts'
import { loginAddress } from './return-path.ts'

/**
 * The one rule for 401: the session has ended elsewhere, so it ends here, and the way back leads over the login screen.
 * A late answer for a token that has been replaced meanwhile changes nothing. Cart and wishlist stay. The login screen is
 * loaded as a page of its own: the answer may come while this page is still being hydrated, when nothing else can take its place.
 */
export function endRefusedSession(router: AnyRouter, token: string): void {
  if (readStoredToken() !== token) return
  leaveSignedOut(loginAddress(router.history.location.href), {
    title: 'Please log in again',
    description: 'Your session has ended. Your cart and wishlist are kept.',
  })
}
