import { KEPT_AT, type PageMessage } from './message.ts'
import { offlinePage, offlinePolicy, titleOf } from './offline-page.ts'
import { keptAddress, mayKeep, ruleFor } from './rule.ts'
import { type Bounds, keep } from './shelf.ts'

/** Injected by the build: see build/service-worker.ts. */
declare const BUILD_VERSION: string
declare const BUILD_FONT: string
declare const BUILD_FILES: readonly string[]
declare const self: ServiceWorkerGlobalScope

const FILES = `files-${BUILD_VERSION}`
const PAGES = 'pages'
const ANSWERS = 'answers'
const PICTURES = 'pictures'
const SETTINGS = 'settings'
const LIGHT = '/light'

const MB = 1024 * 1024
const BOUNDS: Record<typeof PAGES | typeof ANSWERS | typeof PICTURES, Bounds> = {
  pages: { maxCount: 20, maxBytes: 8 * MB },
  answers: { maxCount: 60, maxBytes: 3 * MB },
  pictures: { maxCount: 200, maxBytes: 6 * MB },
}
/** How long the network may stay silent before the cached copy is shown, with the time that it dates from. */
const PATIENCE_MS = 8_000

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('message', (event) => event.waitUntil(hear(event.data as PageMessage)))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const rule = ruleFor({
    method: request.method,
    url: new URL(request.url),
    origin: self.location.origin,
    isNavigation: request.mode === 'navigate',
    headers: request.headers,
  })
  if (rule === 'file') event.respondWith(fromFiles(event))
  else if (rule === 'picture') event.respondWith(fromPictures(event))
  else if (rule === 'answer') event.respondWith(answer(event))
  else if (rule === 'page' || rule === 'screen') event.respondWith(page(event, rule === 'page'))
})

let timesForgotten = 0

/** Called when a response is requested: whether it may still be cached when it has come. */
function untilForgotten(): () => boolean {
  const before = timesForgotten
  return () => timesForgotten === before
}

/** Takes over at once: open pages keep working, as the files of the previous version stay cached for them. */
async function install(): Promise<void> {
  if (!(await savesData())) await loadAhead()
  await self.skipWaiting()
}

async function activate(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith('files-') && name !== FILES)
  for (const name of older.slice(0, -1)) await caches.delete(name)
  await askAhead(!(await isLight()))
  await self.clients.claim()
}

async function hear(message: PageMessage): Promise<void> {
  if (message.kind === 'forget') {
    timesForgotten += 1
    for (const name of [PAGES, ANSWERS, PICTURES]) await caches.delete(name)
  } else if (message.kind === 'keep') {
    const isWanted = untilForgotten()
    const request = new Request(message.path)
    const response = await ask(request)
    const address = keptAddress(request.url)
    if (mayKeep(response)) await keep(PAGES, address, response, { ...BOUNDS.pages, isWanted })
  } else {
    const settings = await caches.open(SETTINGS)
    if (message.choice === null) await settings.delete(LIGHT)
    else await settings.put(LIGHT, new Response(String(message.choice)))
    await askAhead(!(await isLight()))
    if (!(await savesData())) await loadAhead()
  }
}

/** Precaches what pages may need later, for when the network, or this version of the shop, is gone. */
async function loadAhead(): Promise<void> {
  const files = await caches.open(FILES)
  for (const file of BUILD_FILES) {
    if (await files.match(file)) continue
    const kept = await caches.match(file)
    if (kept) await files.put(file, kept)
    else await files.add(file)
  }
}

async function choice(): Promise<boolean | undefined> {
  const kept = await caches.match(LIGHT, { cacheName: SETTINGS })
  return kept && (await kept.text()) === 'true'
}

async function isLight(): Promise<boolean> {
  return (await choice()) === true
}

async function savesData(): Promise<boolean> {
  const { connection } = self.navigator as WorkerNavigator & { connection?: { saveData?: boolean } }
  return (await choice()) ?? connection?.saveData === true
}

/** With navigation preload, the browser requests a page while the worker starts. That request cannot ask for saved data. */
async function askAhead(isWanted: boolean): Promise<void> {
  const { navigationPreload } = self.registration
  await (isWanted ? navigationPreload?.enable() : navigationPreload?.disable())
}

/** Fetches from the shop; a page in its data-saving variant, if that is chosen. */
async function ask(request: Request, asked?: Promise<Response | undefined>): Promise<Response> {
  const already = await asked
  if (already) return already
  if (!(await isLight())) return fetch(request)
  // The headers of a navigation cannot be changed, so a new request is made. Redirects are left to the browser.
  return fetch(request.url, { headers: { Accept: 'text/html', 'Save-Data': 'on' }, redirect: 'manual' })
}

async function fromFiles(event: FetchEvent): Promise<Response> {
  const kept = await caches.match(event.request)
  if (kept) return kept
  const response = await fetch(event.request)
  if (mayKeep(response)) event.waitUntil(keepFile(event.request, response.clone()))
  return response
}

/** When there is no space, a file is not cached and will be fetched again. */
async function keepFile(request: Request, response: Response): Promise<void> {
  try {
    await (await caches.open(FILES)).put(request, response)
  } catch {}
}

async function fromPictures(event: FetchEvent): Promise<Response> {
  const isWanted = untilForgotten()
  const kept = await caches.match(event.request, { cacheName: PICTURES })
  if (kept) return kept
  const asking = fetch(event.request)
  keepWhenCome(event, asking, PICTURES, isWanted)
  return asking
}

async function answer(event: FetchEvent): Promise<Response> {
  const { request } = event
  const isWanted = untilForgotten()
  const kept = await caches.match(request.url, { cacheName: ANSWERS })
  const asking = fetch(request)
  keepWhenCome(event, asking, ANSWERS, isWanted)
  return (await inTime(asking, kept)) ?? Response.error()
}

async function page(event: FetchEvent, isKept: boolean): Promise<Response> {
  const { request } = event
  const isWanted = untilForgotten()
  const address = keptAddress(request.url)
  const kept = isKept ? await caches.match(address, { cacheName: PAGES }) : undefined
  const asking = ask(request, event.preloadResponse as Promise<Response | undefined>)
  if (isKept) keepWhenCome(event, asking, PAGES, isWanted, address)
  const response = await inTime(asking, kept)
  if (response === undefined) return offline()
  return response === kept ? asKept(kept) : response
}

/** Caches the response even if it arrives after the cached copy was shown: the worker stays alive for it. */
function keepWhenCome(
  event: FetchEvent,
  asking: Promise<Response>,
  shelf: keyof typeof BOUNDS,
  isWanted: () => boolean,
  address = event.request.url,
): void {
  const keeping = asking.then((response) => {
    if (mayKeep(response)) return keep(shelf, address, response.clone(), { ...BOUNDS[shelf], isWanted })
  })
  event.waitUntil(keeping.catch(() => {}))
}

/** The response; the cached copy, if that fails or takes too long; undefined without either. */
async function inTime(asking: Promise<Response>, kept: Response | undefined): Promise<Response | undefined> {
  const failed = asking.catch(() => kept)
  if (!kept) return failed
  let timer: number | undefined
  const tooLong = new Promise<Response>((done) => {
    timer = setTimeout(done, PATIENCE_MS, kept)
  })
  return Promise.race([failed, tooLong]).finally(() => clearTimeout(timer))
}

/** Tells the page which time it dates from. */
async function asKept(kept: Response): Promise<Response> {
  const html = await kept.text()
  const at = kept.headers.get(KEPT_AT) ?? ''
  return new Response(html.replace('<html ', `<html data-kept-at="${at}" `), { headers: kept.headers })
}

async function offline(): Promise<Response> {
  const cache = await caches.open(PAGES)
  const kept = await Promise.all(
    (await cache.keys()).map(async (request) => {
      const { pathname, search } = new URL(request.url)
      const title = titleOf((await (await cache.match(request))?.text()) ?? '')
      return { path: pathname + search, title: title ?? pathname }
    }),
  )
  const font = (await caches.match(BUILD_FONT)) && BUILD_FONT
  const nonce = crypto.randomUUID()
  return new Response(offlinePage(kept.reverse(), { nonce, font }), {
    status: 503,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': offlinePolicy(nonce) },
  })
}
