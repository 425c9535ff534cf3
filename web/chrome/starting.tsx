import { HYDRATED } from '#shared/hydrated.ts'
import { Wordmark } from './wordmark.tsx'

/**
 * Runs before the first paint: only a browser with a session shows the loading logo. Rendered as an inline script, whose
 * hash the page's policy then allows. The router runs it again when screens change: by then the page has been parsed.
 */
export const STARTING_SCRIPT =
  "try{if(document.readyState==='loading'&&JSON.parse(localStorage.getItem('session')).state.token)document.documentElement.classList.add('starting')}catch{}"

/** Hides the logo, as the session has been read, and lets early presses take effect (server/pages/early-press.ts). */
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
