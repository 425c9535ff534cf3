import type { AnyRouter } from '@tanstack/react-router'
import { type ToastMessage, toast } from '#ui/toast/toast.ts'
import { readStoredToken, useSession } from '#web/state/session.ts'
import { loginAddress } from './return-path.ts'

const FAREWELL = 'farewell'
let leaving = false

/** True once this page is about to be left by a full page load: nothing else may navigate then. */
export function isLeaving(): boolean {
  return leaving
}

/**
 * Reloads the shop after a login (`storeSession`), at the given address or this one. The next page shows `farewell`. Never
 * settles: the page is gone before that.
 */
export function leaveSignedIn(options: { address?: string; farewell?: ToastMessage } = {}): Promise<never> {
  const { address, farewell } = options
  leaving = true
  if (farewell) storeFarewell(farewell)
  if (address === undefined) location.reload()
  else location.replace(address)
  return new Promise(() => {})
}

/**
 * Ends the session and loads `address`, which then shows `farewell`. Back may restore this page from the back/forward
 * cache, half left and still waiting for the ended session: it is reloaded then.
 */
function leaveSignedOut(address: string, farewell: ToastMessage): void {
  leaving = true
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload()
  })
  useSession.getState().signOut()
  storeFarewell(farewell)
  location.assign(address)
}

function storeFarewell(message: ToastMessage): void {
  try {
    sessionStorage.setItem(FAREWELL, JSON.stringify(message))
  } catch {
    // Without storage, the message is skipped.
  }
}

/** Shows the message left by the previous page, once. */
export function sayFarewell(): void {
  try {
    const stored = sessionStorage.getItem(FAREWELL)
    sessionStorage.removeItem(FAREWELL)
    if (stored !== null) toast(JSON.parse(stored) as ToastMessage)
  } catch {
    // No storage, or not a message.
  }
}

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
