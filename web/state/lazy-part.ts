import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { useConnection } from './connection.ts'

const RETRY_MS = 10_000
const RELOADED = 'reloaded-for-part'

/**
 * A part of the page that is loaded when first wanted, like React's `lazy`. But when it cannot be fetched, the page stays
 * as it is and says so, and the part comes when there is a network again.
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
        // A browser that keeps nothing has not noted it either: below, it throws before it would reload for ever.
      }
      return part
    } catch (error) {
      if (await isShopThere()) {
        // The file is gone: this page is from before a new version. What lies over it is in the history, so it comes again.
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

/** When the browser says so; it may never have noticed that there was none, so after a while anyway. */
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
