import { HYDRATED } from '#web/state/hydrated.ts'
import { Wordmark } from './wordmark.tsx'

/** Hides the logo, as the session has been read, and lets early presses take effect (web/start/early-press.ts). */
export function endStarting(): void {
  document.documentElement.classList.remove('starting')
  dispatchEvent(new Event(HYDRATED))
}

export function StartingLogo() {
  return (
    <div className="starting-logo on-ink" role="status">
      <Wordmark className="starting-word text-d-xl" />
      <span className="sr-only">Loading</span>
    </div>
  )
}
