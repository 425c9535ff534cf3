import { showBottomNotice } from './bottom-notice.ts'

const RETRY_MS = 5_000
const TIMEOUT_MS = 20_000
const MINUTE_MS = 60_000
const RELOADED_AT = 'restarted'

/**
 * A browser does not fetch a module again that it once could not fetch. If that happens to the page's own script, the page is
 * reloaded as soon as the shop responds for each of its files, and says until then that the network does not.
 */
export function reloadOnceThere(): void {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLScriptElement && target.type === 'module') void retry(false)
  }
  // Errors of elements do not bubble.
  addEventListener('error', onError, true)
}

async function retry(wasMissing: boolean): Promise<void> {
  if (!(await respondsForAll())) {
    showBottomNotice('The network is not responding.')
    setTimeout(() => void retry(true), RETRY_MS)
    return
  }
  // If none of them was missing, not twice within a minute: the browser may be too old for the script.
  const sinceMs = Date.now() - Number(sessionStorage.getItem(RELOADED_AT))
  if (!wasMissing && sinceMs <= MINUTE_MS) return
  sessionStorage.setItem(RELOADED_AT, String(Date.now()))
  location.reload()
}

async function respondsForAll(): Promise<boolean> {
  const files = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const responses = await Promise.all([...files].map(({ href }) => fetch(href, { signal })))
    return responses.every(({ status }) => status < 500)
  } catch {
    return false
  }
}
