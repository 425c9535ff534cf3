import { isDeepStrictEqual } from 'node:util'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { sharedFor } from '#server/api/cache-control.ts'
import { newEtag } from '#server/api/etag.ts'
import type { Computed, Kept, Part, Written } from '#server/api/kept.ts'
import { createLineCap } from '#server/api/line-cap.ts'
import { isRead } from '#server/api/method.ts'
import type { AppEnv } from '#server/api/router.ts'
import { sendKept } from '#server/api/send-answer.ts'
import { type StoredAnswer, storeAnswer } from '#server/api/stored-answer.ts'
import type { AnswerCache } from '#server/cache/answer-cache.ts'
import { type PageVariant, pageVariant, VARIANT_HEADERS } from '#server/cache/page-variant.ts'
import { withoutEncodedStandIns } from '#shared/stand-ins.ts'
import { firstSegment } from './first-segment.ts'
import { decodablePath, isPaymentCallback, pageAddress, pageParameters } from './page-address.ts'
import { inlineScriptHashes, pagePolicy, reportingHeaders } from './page-policy.ts'
import { type CallApi, partReader } from './read-part.ts'
import type { ApiAnswer, Pages } from './renderer.ts'
import { startAfterPainting } from './start-after-painting.ts'
import { styleWithin } from './style-within.ts'

export type PageDependencies = {
  pages: Pages
  log: Logger
  publicUrl: string
  now: () => Date
  cache?: AnswerCache
  request: CallApi
}

type Making = Omit<PageDependencies, 'request'> & { readPart: ReturnType<typeof partReader> }

/**
 * The maximum lifetime of a page, whatever the lifetimes of its parts: time-dependent content is never older than this.
 */
const LIFE_MS = 60_000

/** Serves a rendered document for every URL that no other route takes; public ones are rendered once per change. */
export function pageHandler(dependencies: PageDependencies) {
  const { cache, log, now, pages } = dependencies
  const making = { ...dependencies, readPart: partReader(dependencies) }
  const missing = createLineCap(log, 'more pages were not found', now)
  const withStyle = styleWithin(pages.assets)
  return async (context: Context<AppEnv>): Promise<Response> => {
    if (!isRead(context.req.method)) {
      return context.text('This address can only be read.', 405, { Allow: 'GET, HEAD' })
    }
    const url = new URL(context.req.url)
    const decodable = decodablePath(url.pathname)
    if (decodable !== url.pathname) return context.redirect(decodable + url.search, 308)
    const parameters = pageParameters(url.pathname)
    const isKept = cache !== undefined && parameters !== undefined
    const address = isKept ? pageAddress(url) : url.pathname + url.search
    const variant = pageVariant(context.req.header('save-data'))
    const compute = async (previous?: Kept) =>
      (await sameAsBefore(making, previous)) ??
      (await renderPage(making, withStyle, {
        url: new URL(url.origin + address),
        variant,
        isPublicAddress: parameters !== undefined,
      }))
    const key = `page ${variant} ${address}`
    const page = isKept
      ? await cache.get(key, compute)
      : { ...(await compute()), computedAtMs: now().getTime() }
    missing.endCount()
    if (page.answer.status === 404 && missing.take())
      log.info({ path: firstSegment(url.pathname) }, 'page not found')
    return sendKept(context, page, isKept ? { key, parameters } : undefined, now())
  }
}

/**
 * The previous rendering, if everything it was built from is still the same: after an unrelated change the page need not
 * be rendered again, which would cost ten times as much as checking. Undefined if it must be.
 */
async function sameAsBefore(making: Making, previous: Kept | undefined): Promise<Computed | undefined> {
  const { madeOf, answer } = previous ?? {}
  if (madeOf === undefined || answer === undefined) return undefined
  const made = whatItIsMadeOf(making)
  await Promise.all(madeOf.parts.map(({ path, init }) => made.apiFetch(path, init)))
  const until = made.untilNow(making.now().getTime(), madeOf.atMs)
  if (until.lifeMs === 0 || !isDeepStrictEqual(made.parts(), madeOf.parts)) return undefined
  const headers = { ...answer.headers, 'Cache-Control': sharedFor(until.lifeMs) }
  return { answer: answer.renewed(headers), ...until, madeOf }
}

async function renderPage(
  making: Making,
  withStyle: ReturnType<typeof styleWithin>,
  { url, variant, isPublicAddress }: { url: URL; variant: PageVariant; isPublicAddress: boolean },
): Promise<Computed> {
  const { pages, publicUrl, now } = making
  const made = whatItIsMadeOf(making)
  // The visitor's headers are dropped, except the one that selects a variant: a page is the same for everybody.
  const rendered = await pages.render(new Request(url, { headers: { accept: 'text/html' } }), {
    apiFetch: made.apiFetch,
    jsonOf: made.jsonOf,
    publicUrl,
    variant,
  })
  made.forgetValues()
  const { location } = rendered
  const parts = startAfterPainting(rendered.takeHtml()).map(withoutEncodedStandIns)
  const { pieces, styleHash } = withStyle(parts)
  const retryAfter = rendered.status === 500 ? made.retryAfter() : undefined
  const isPublic = rendered.status === 200 && isPublicAddress
  const atMs = now().getTime()
  const { shows, lifeMs, staleSinceMs } = made.untilNow(atMs, atMs)
  const headers = {
    'Cache-Control': isPublic ? sharedFor(lifeMs) : 'no-store',
    Vary: `Accept-Encoding, ${VARIANT_HEADERS}`,
    ...(location === undefined
      ? {
          'Content-Type': 'text/html; charset=UTF-8',
          'Content-Security-Policy': pagePolicy(inlineScriptHashes(parts), styleHash, {
            isDev: pages.isDev,
            publicUrl,
          }),
          ...reportingHeaders(publicUrl),
        }
      : { Location: withoutOwnOrigin(location, url) }),
    ...(retryAfter === undefined ? {} : { 'Retry-After': retryAfter }),
    ...(isPaymentCallback(url.pathname) ? { 'Referrer-Policy': 'no-referrer' } : {}),
  }
  return {
    answer: storeAnswer(pieces, {
      status: retryAfter === undefined ? rendered.status : 503,
      headers,
      name: newEtag(),
    }),
    shows,
    lifeMs: isPublic ? lifeMs : 0,
    staleSinceMs,
    madeOf: { atMs, parts: made.parts() },
  }
}

/**
 * A request may have arrived over http, or under a host name that is not ours: a redirect within the shop contains
 * neither.
 */
function withoutOwnOrigin(location: string, requested: URL): string {
  const target = new URL(location, requested)
  if (target.origin !== requested.origin) return location
  return target.pathname.replace(/^\/+/, '/') + target.search + target.hash
}

/**
 * Tracks the API responses that a page is built from: it shows what they show, and expires with the first of them. An
 * uncached one keeps the page from being cached.
 */
function whatItIsMadeOf({ readPart }: Pick<Making, 'readPart'>) {
  const kept: Kept[] = []
  const parts: Part[] = []
  const read: Written[] = []
  let isUnkept = false
  let retryAfter: string | undefined
  return {
    apiFetch: async (path: string, init?: RequestInit): Promise<ApiAnswer> => {
      const { kept: part, written, response } = await readPart(path, init)
      if (part === undefined) isUnkept = true
      else {
        kept.push(part)
        parts.push({ path, init, name: part.answer.name })
      }
      if (response?.status === 503) retryAfter ??= response.headers.get('retry-after') ?? undefined
      if (response !== undefined) return response
      return readDirectly(part.answer, () => {
        const found = written ?? parsed(part.answer.text())
        read.push(found)
        return found.value
      })
    },
    jsonOf: (value: unknown) => read.find((one) => one.value === value)?.text,
    /** What asked for them is kept for longer than the page is: until V8's next full collection. */
    forgetValues: () => {
      read.length = 0
    },
    /** The Retry-After of an API response that failed only temporarily. */
    retryAfter: () => retryAfter,
    /** In an order that does not depend on which arrived first. */
    parts: () => parts.toSorted((one, other) => one.path.localeCompare(other.path)),
    /** `renderedAtMs`: the age of the page's time-dependent content. */
    untilNow: (nowMs: number, renderedAtMs: number) => {
      const lives = kept.map(({ computedAtMs, lifeMs }) => computedAtMs + lifeMs - nowMs)
      const stale = kept.flatMap(({ staleSinceMs }) => staleSinceMs ?? [])
      return {
        shows: new Set(kept.flatMap(({ shows }) => [...shows])),
        lifeMs: isUnkept ? 0 : Math.max(0, Math.min(renderedAtMs + LIFE_MS - nowMs, ...lives)),
        staleSinceMs: stale.length === 0 ? undefined : Math.min(...stale),
      }
    },
  }
}

/** Without the streams of a Response. */
function readDirectly(answer: StoredAnswer, read: () => unknown): ApiAnswer {
  return {
    ok: true,
    status: 200,
    headers: { get: (name) => answer.headers[name.toLowerCase()] ?? null },
    json: async () => read(),
  }
}

const parsed = (text: string): Written => ({ value: JSON.parse(text), text })
