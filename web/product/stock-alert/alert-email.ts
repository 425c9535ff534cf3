import { useSession } from '#web/state/session.ts'

/**
 * The address that was typed for a stock alert and is not noted yet: closing the dialog does not lose it. Only in memory, as
 * it is personal, and until somebody logs in or out, in this tab or another.
 */
let typed = ''
let isSessionWatched = false

export const typedAlertEmail = (): string => typed

export function keepAlertEmail(email: string): void {
  typed = email
  if (isSessionWatched) return
  isSessionWatched = true
  useSession.subscribe(({ token }, before) => {
    if (token !== before.token) typed = ''
  })
}
