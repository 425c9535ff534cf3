import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { useConnection } from './connection.ts'
import { isThere, SHOP_PATH } from './fetch-in-time.ts'
import { PartUnreachable } from './import-part.ts'
import { networkAgain } from './network-again.ts'

const RELOADED = 'reloaded-for-part'

/**
 * A part of the page that is loaded on first use, like React's `lazy`. But if it cannot be fetched, the page stays as it is
 * and says so while the part is waited for (ui/awaited.ts), and it appears once there is a network again.
 */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<{ [N in Name]: ComponentType<Props> }>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await loadInTheEnd(load))[name] }))
}

/** Waits for the network. Fails if the file is gone, and reloading the page did not help. */
export async function loadInTheEnd<Part>(load: () => Promise<Part>): Promise<Part> {
  let isMissing = false
  try {
    for (;;) {
      try {
        const part = await load()
        forgetReload()
        return part
      } catch (error) {
        if (!(error instanceof PartUnreachable) && (await isThere(SHOP_PATH))) {
          // The file is gone: this page is older than a new version. Open overlays are in the history, so they survive the
          // reload.
          if (sessionStorage.getItem(RELOADED) !== null) throw error
          sessionStorage.setItem(RELOADED, 'yes')
          location.reload()
        }
        if (!isMissing) countMissing(1)
        isMissing = true
        await networkAgain()
      }
    }
  } finally {
    if (isMissing) countMissing(-1)
  }
}

function forgetReload(): void {
  try {
    sessionStorage.removeItem(RELOADED)
  } catch {
    // Without storage the flag was never set either: above, `getItem` throws before it could reload forever.
  }
}

/** Counted, as one part that has been loaded says nothing about another. */
function countMissing(change: 1 | -1): void {
  useConnection.setState(({ partsMissing }) => ({ partsMissing: partsMissing + change }))
}
