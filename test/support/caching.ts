import type { Page } from 'playwright-core'
import type { Visitor } from './browser.ts'
import type { Journey } from './journey-type.ts'
import { until, visit } from './shopper.ts'

/** A shopper whose service worker is active and has finished its precaching. */
export async function cachingVisitor(
  journey: Journey,
  options: Parameters<Journey['visitor']>[0] = {},
): Promise<Visitor> {
  const visitor = await journey.visitor({ serviceWorkers: 'allow', ...options })
  await visit(visitor.page, '/products')
  await untilCaching(visitor.page)
  return visitor
}

export const untilCaching = (page: Page) =>
  until(page, () => navigator.serviceWorker.controller?.state === 'activated')

export const untilCached = (page: Page, path: string) =>
  until(page, (asked) => caches.match(asked).then(Boolean), path)

/** The paths of everything in the browser's caches. */
export const listCached = (page: Page) =>
  page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname)
    }
    return paths.sort()
  })
