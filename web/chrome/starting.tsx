import { Wordmark } from './wordmark.tsx'

/**
 * Runs before the first paint: only a browser that holds a session shows the loading logo. Rendered as an inline script,
 * whose hash the page's policy then allows. The router runs it again when screens change: by then the page has been read.
 */
export const STARTING_SCRIPT =
  "try{if(document.readyState==='loading'&&JSON.parse(localStorage.getItem('session')).state.token)document.documentElement.classList.add('starting')}catch{}"

/** The session has been read: the logo leaves. */
export function endStarting(): void {
  document.documentElement.classList.remove('starting')
}

export function StartingLogo() {
  return (
    <div className="starting-logo on-ink" role="status">
      <Wordmark className="starting-word text-d-xl" />
      <span className="sr-only">Loading</span>
    </div>
  )
}
