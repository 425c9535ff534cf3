import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { useConnection } from './connection.ts'

const RETRY_MS = 10_000
const RELOADED = 'reloaded-for-part'

/**
 * A part of the page that is loaded on first use, like React's `lazy`. But if it cannot be fetched, the page stays as it is
 * and says so, and the part appears once there is a network again.
 */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => loadInTheEnd(load))
}

async function loadInTheEnd<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      const part = await load()
      try {
        sessionStorage.removeItem(RELOADED)
      } catch {
        // Without storage the flag was never set either: below, `getItem` throws before it could reload forever.
      }
      return part
    } catch (error) {
      if (await isShopThere()) {
        // The file is gone: this page is older than a new version. Open overlays are in the history, so they survive the
        // reload.
        if (sessionStorage.getItem(RELOADED) !== null) throw error
        sessionStorage.setItem(RELOADED, 'yes')
        location.reload()
      }
      useConnection.setState({ isPartMissing: true })
      await networkAgain()
      useConnection.setState({ isPartMissing: false })
    }
  }
}

function isShopThere(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  )
}

/** Resolves when the browser reports a network; it may never have noticed the outage, so after a while in any case. */
function networkAgain(): Promise<void> {
  return new Promise((done) => {
    const finish = () => {
      removeEventListener('online', finish)
      clearTimeout(timer)
      done()
    }
    const timer = setTimeout(finish, RETRY_MS)
    addEventListener('online', finish)
  })
}
