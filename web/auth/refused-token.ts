import type { AnyRouter } from '@tanstack/react-router'
import { useSession } from '#web/state/session.ts'
import { toast } from '#web/ui/toast-store.ts'
import { loginAddress } from './return-path.ts'

/**
 * The one rule for 401: the session has ended elsewhere, so it ends here, and the way back leads over the login screen.
 * A late answer for a token that has been replaced meanwhile changes nothing. Cart and wishlist stay.
 */
export function endRefusedSession(router: AnyRouter, token: string): void {
  if (useSession.getState().token !== token) return
  useSession.getState().signOut()
  toast({
    title: 'Please log in again',
    description: 'Your session has ended. Your cart and wishlist are kept.',
  })
  void router.navigate({ href: loginAddress(router.history.location.href) })
}
