import { showBottomNotice } from './bottom-notice.ts'
import { recordEarlyPresses } from './early-press.ts'
import { reloadOnceThere } from './lost-entry.ts'
import { isAtFloor } from './old-browser.ts'
import { markUnpainted, showRest, whenPainted } from './painting.ts'
import { tolerateTranslation } from './translation.ts'

// Every page carries this in its head, as one inline script (build/inline-script.ts).

/** Before the first paint: only a browser with a session shows the loading logo. */
function showLogoWithSession(): void {
  try {
    const stored = JSON.parse(localStorage.getItem('session') ?? '')
    if (stored.state.token) document.documentElement.classList.add('starting')
  } catch {
    // No session, or no storage.
  }
}

/**
 * A page is complete without the shop's script, which makes up half of its bytes. So it is requested only once the page and its
 * most important pictures are painted: on a slow network it would compete with them and delay them by a second. Until then
 * its elements wait in a <template> (web/routes/__root.tsx), which browsers neither load nor run.
 */
async function start(): Promise<void> {
  await whenPainted()
  showRest()
  if (!isUsable) {
    showBottomNotice('You can look around. To buy, update this browser: it is too old for our buttons.')
    return
  }
  const waiting = document.querySelector<HTMLTemplateElement>('template#waiting')
  if (waiting) document.head.append(document.importNode(waiting.content, true))
}

/** Below the floor the page stays as the server sent it: readable, with links and forms, and no half of a script. */
const isUsable = isAtFloor()
markUnpainted()
if (isUsable) {
  showLogoWithSession()
  tolerateTranslation()
  recordEarlyPresses()
  reloadOnceThere()
}
addEventListener('DOMContentLoaded', () => void start())
