import { useEffect } from 'react'

type Load = () => Promise<unknown>

let lastLoaded: Promise<unknown> | undefined

/**
 * Fetches what a press may open once the page has loaded and is idle, so that the press need not wait for a slow line. Nothing
 * for shoppers who save data. A script that is lost on the way is reported when it is needed (ui/lazy-component.ts).
 */
export function useLoadedAhead(loads: readonly Load[], savesData: boolean): void {
  useEffect(() => {
    if (savesData) return
    return whenIdle(() => {
      lastLoaded = Promise.all([lastLoaded, ...loads.map((load) => load().catch(() => {}))])
    })
  }, [loads, savesData])
}

/** Resolves once the page is idle, and what was to be fetched ahead has been. */
export async function loadedAhead(): Promise<void> {
  await new Promise<void>((resolve) => whenIdle(resolve))
  // A screen may hydrate after its frame.
  for (let awaited: unknown = null; awaited !== lastLoaded; await lastLoaded) awaited = lastLoaded
}

/** Runs once the page has loaded and is idle. Returns a function that prevents it. */
function whenIdle(work: () => void): () => void {
  let isWanted = true
  const run = () => isWanted && work()
  const idle = () => ('requestIdleCallback' in globalThis ? requestIdleCallback(run) : setTimeout(run, 200))
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle, { once: true })
  return () => {
    isWanted = false
    removeEventListener('load', idle)
  }
}
