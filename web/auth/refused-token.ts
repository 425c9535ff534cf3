import type { AnyRouter } from '@tanstack/react-router'
import { readStoredToken } from '#web/state/session.ts'
import { leaveSignedOut } from './leave-signed-in.ts'
import { loginAddress } from './return-path.ts'

/**
 * The single rule for 401: the session was ended elsewhere, so it ends here too, and the way back leads through the login
 * screen. A late response for a token that has since been replaced changes nothing. Cart and wishlist stay. The login
 * screen is loaded as a page of its own: the response may arrive while this page is still hydrating, when nothing else can
 * replace it.
 */
export function endRefusedSession(router: AnyRouter, token: string): void {
  if (readStoredToken() !== token) return
  leaveSignedOut(loginAddress(router.history.location.href), {
    title: 'Please log in again',
    description: 'Your session has ended. Your cart and wishlist are still here.',
  })
}
