import { useSession } from '#web/state/session.ts'
import { type ToastMessage, toast } from '#web/ui/toast-store.ts'

const FAREWELL = 'farewell'
let leaving = false

/** True once this page is about to be left for one loaded anew: nobody else then leads anywhere. */
export function isLeaving(): boolean {
  return leaving
}

/**
 * Loads the shop anew for who has just signed in (`keepSession`): the address given, or this one. The page that comes then
 * says `farewell`. Never settles: the page is gone before.
 */
export function leaveSignedIn(options: { address?: string; farewell?: ToastMessage } = {}): Promise<never> {
  const { address, farewell } = options
  leaving = true
  if (farewell) keepFarewell(farewell)
  if (address === undefined) location.reload()
  else location.replace(address)
  return new Promise(() => {})
}

/**
 * Ends the session and loads `address`, which then says `farewell`. Back may lead to this page in the browser's memory, half
 * left and still waiting for who is gone: it is loaded anew.
 */
export function leaveSignedOut(address: string, farewell: ToastMessage): void {
  leaving = true
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload()
  })
  useSession.getState().signOut()
  keepFarewell(farewell)
  location.assign(address)
}

function keepFarewell(message: ToastMessage): void {
  try {
    sessionStorage.setItem(FAREWELL, JSON.stringify(message))
  } catch {
    // A browser that keeps nothing: then it goes without saying.
  }
}

/** Says what the page before wanted said, once. */
export function sayFarewell(): void {
  try {
    const kept = sessionStorage.getItem(FAREWELL)
    sessionStorage.removeItem(FAREWELL)
    if (kept !== null) toast(JSON.parse(kept) as ToastMessage)
  } catch {
    // As above, or not what was kept.
  }
}
