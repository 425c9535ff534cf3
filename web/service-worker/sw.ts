import type { WorkboxPlugin } from 'workbox-core/types.js'
import { CacheExpiration, ExpirationPlugin } from 'workbox-expiration'
import { registerRoute, setCatchHandler } from 'workbox-routing'
import { CacheFirst, NetworkFirst, NetworkOnly, type Strategy } from 'workbox-strategies'
import { CACHED_AT, type PageMessage } from './message.ts'
import { offlineResponse } from './offline-page.ts'
import { cacheAddress, mayCache, type Rule, ruleFor } from './rule.ts'

declare const self: ServiceWorkerGlobalScope
/** Written by the build: every script that pages load later, and the typeface. */
declare const FILES_AHEAD: readonly { url: string }[]
const FILES = FILES_AHEAD.map(({ url }) => url)

/** What a visitor has seen: cleared when they sign out. */
const VISITED = ['pages', 'responses', 'pictures']
const CACHES = [...VISITED, 'files', 'settings']
/** How long the network may stay silent before the cached copy is shown, with the time that it dates from. */
const PATIENCE = { networkTimeoutSeconds: 8 }

const atMost = (maxEntries: number) => new ExpirationPlugin({ maxEntries, purgeOnQuotaError: true })

/** The admin's worker has caches of its own at this origin (admin/service-worker/sw.ts). */
const isKept = (name: string) => CACHES.includes(name) || name.startsWith('admin-')

let timesForgotten = 0

/** Caches what is public, with its time. What was requested before signing out is not cached after it. */
const visited: WorkboxPlugin = {
  handlerWillStart: async ({ state }) => void Object.assign(state ?? {}, { timesForgotten }),
  cacheWillUpdate: async ({ response, state }) =>
    mayCache(response) && state?.timesForgotten === timesForgotten ? withTime(response) : null,
}

/** A page cannot read its own headers, except this one by the browser's `performance` (web/state/connection.ts). */
function withTime({ body, status, headers }: Response): Response {
  const dated = new Headers(headers)
  const at = new Date().toISOString()
  dated.set(CACHED_AT, at)
  dated.set('Server-Timing', `cached;desc="${at}"`)
  // The body is stored as it was decoded.
  for (const name of ['Content-Encoding', 'Content-Length']) dated.delete(name)
  return new Response(body, { status, headers: dated })
}

/** Headers of a navigation cannot be changed, so a new request is made. Redirects are left to the browser. */
const dataSaver: WorkboxPlugin = {
  requestWillFetch: async ({ request }) =>
    request.mode === 'navigate' && (await choice())
      ? new Request(request.url, {
          headers: { Accept: 'text/html', 'Save-Data': 'on' },
          redirect: 'manual',
        })
      : request,
}

const address: WorkboxPlugin = { cacheKeyWillBeUsed: async ({ request }) => cacheAddress(request.url) }

const pages = new NetworkFirst({
  ...PATIENCE,
  cacheName: 'pages',
  plugins: [address, dataSaver, visited, atMost(20)],
})
const files = new CacheFirst({ cacheName: 'files', plugins: [atMost(300)] })

const strategies: Record<Exclude<Rule, 'pass'>, Strategy> = {
  page: pages,
  screen: new NetworkOnly({ plugins: [dataSaver] }),
  response: new NetworkFirst({
    ...PATIENCE,
    cacheName: 'responses',
    // The browser's own cache responds without a network too, but does not say from when.
    fetchOptions: { cache: 'no-cache' },
    plugins: [visited, atMost(60)],
  }),
  picture: new CacheFirst({ cacheName: 'pictures', plugins: [visited, atMost(200)] }),
  file: files,
}
for (const [rule, strategy] of Object.entries(strategies)) {
  registerRoute(({ request, url }) => ruleFor(request, url, self.location.origin) === rule, strategy)
}
setCatchHandler(async ({ request }) =>
  request.mode === 'navigate' ? offlineResponse(await caches.open('pages'), FILES) : Response.error(),
)

/** A new worker is active at once: open pages still work, as the files of the previous version stay cached. */
self.addEventListener('install', (event) =>
  event.waitUntil(Promise.all([cacheAhead(event), self.skipWaiting()])),
)
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('message', (event) => event.waitUntil(receive(event, event.data as PageMessage)))

async function activate(): Promise<void> {
  for (const name of await caches.keys()) if (!isKept(name)) await caches.delete(name)
  await preloadPages()
  await self.clients.claim()
}

async function receive(event: ExtendableMessageEvent, message: PageMessage): Promise<void> {
  if (message.kind === 'forget') {
    timesForgotten += 1
    for (const name of VISITED) {
      await caches.delete(name)
      await new CacheExpiration(name, { maxEntries: 1 }).delete()
    }
  } else if (message.kind === 'cache') {
    await pages.handleAll({ event, request: new Request(message.path) })[1]
  } else {
    await choose(message.choice)
    await preloadPages()
    await cacheAhead(event)
  }
}

/** For when the network, or this version of the shop, is gone. */
async function cacheAhead(event: ExtendableEvent): Promise<void> {
  if (await savesData()) return
  for (const file of FILES) await files.handleAll({ event, request: new Request(file) })[1]
}

/** With navigation preload, the browser requests a page while the worker starts. That request cannot ask for saved data. */
async function preloadPages(): Promise<void> {
  const { navigationPreload } = self.registration
  await ((await choice()) ? navigationPreload?.disable() : navigationPreload?.enable())
}

const SETTINGS = 'settings'
const DATA_SAVER = '/data-saver'

/** What the shopper has chosen; undefined leaves it to the browser's own preference. */
export async function choice(): Promise<boolean | undefined> {
  const cached = await caches.match(DATA_SAVER, { cacheName: SETTINGS })
  return cached && (await cached.text()) === 'true'
}

export async function choose(wanted: boolean | null): Promise<void> {
  const settings = await caches.open(SETTINGS)
  if (wanted === null) await settings.delete(DATA_SAVER)
  else await settings.put(DATA_SAVER, new Response(String(wanted)))
}

export async function savesData(): Promise<boolean> {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return (await choice()) ?? connection?.saveData === true
}
