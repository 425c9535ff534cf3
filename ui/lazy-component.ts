import { type ComponentType, type LazyExoticComponent, lazy, useEffect, useState } from 'react'
import { create } from 'zustand'

/** How many lazy components are awaited: still loading, and on the screen. */
export const useAwaited = create(() => 0)

/** Whether a script of the page could not be loaded. */
export const useIsScriptLost = create(() => false)

/** Rendered in place of a lazy component while it loads. */
export function Awaited(): null {
  useEffect(() => {
    useAwaited.setState((count) => count + 1)
    return () => useAwaited.setState((count) => count - 1)
  }, [])
  return null
}

/** React's `lazy`, for a component that is exported by its name. */
export function lazyComponent<Name extends string, Props>(
  load: () => Promise<{ [N in Name]: ComponentType<Props> }>,
  name: Name,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: (await loadScript(load))[name] }))
}

let isFollowed = false

/**
 * A script may be lost on the way, or gone because the shop was updated. Browsers don't fetch a lost script again, so where lost ones
 * are followed its component goes on loading until the page is reloaded (web/chrome/page.tsx, admin/data/new-version.ts), once.
 */
export async function loadScript<Module>(load: () => Promise<Module>): Promise<Module> {
  const module = await load().catch(() => undefined)
  if (module) return module
  if (!isFollowed || wasJustReloaded()) throw new Error('A script of this page could not be loaded.')
  return new Promise(() => {})
}

/** A reload that has not helped is not repeated. */
export function wasJustReloaded(): boolean {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return page?.type === 'reload' && performance.now() < 20_000
}

/** Notes lost scripts. Without a network the page stays as it is: the router would reload it at once for a screen's. */
export function followLostScripts(): void {
  isFollowed = true
  addEventListener('vite:preloadError', (event) => {
    useIsScriptLost.setState(true)
    if (!navigator.onLine) event.preventDefault()
  })
}

/** True from the first time `now` is true: a component that is loaded on first use then stays, so that it can finish closing. */
export function useHasBeen(now: boolean): boolean {
  const [has, setHas] = useState(now)
  if (now && !has) setHas(true)
  return has || now
}
