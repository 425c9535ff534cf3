import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import type { BrowserProgram } from './browser-program.ts'

/** What developers' machines and continuous integration need; no background requests. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function launchBrowser({ executablePath, env }: BrowserProgram): Promise<Browser> {
  return chromium.launch({ executablePath, args: FLAGS, env: { ...process.env, ...env } })
}

/**
 * Playwright itself blocks the worker; and, since Chromium 153, a worker that takes over just between a preload and its use, which
 * is then fetched through the worker.
 */
const ABOUT_WORKER =
  /^Service Worker registration blocked by Playwright|cross-world service worker resource mismatch/

/** One person with a fresh browser profile. */
export type Visitor = {
  page: Page
  context: BrowserContext
  /** Everything that must never happen: see `watch`. */
  complaints: string[]
  /** Allows a complaint that this test causes on purpose. */
  expectComplaint: (pattern: RegExp) => void
}

export type VisitorOptions = BrowserContextOptions & {
  /**
   * A page that never becomes idle fetches nothing ahead of a press (ui/load-ahead.ts): the press fetches what it needs, as on a
   * slow line, and a visit costs a quarter less.
   */
  becomesIdle?: boolean
}

export async function openVisitor(
  browser: Browser,
  origin: string,
  { becomesIdle = true, ...options }: VisitorOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1280, height: 900 },
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    reducedMotion: 'reduce',
    // So that a journey's network changes affect the page itself; the service worker has its own journeys.
    serviceWorkers: 'block',
    ...options,
  })
  // Generous, since a busy machine is slow.
  context.setDefaultTimeout(60_000)
  if (!becomesIdle) await context.addInitScript(keepBusy)
  const complaints: string[] = []
  const expected: RegExp[] = []
  watch(context, options.baseURL ?? origin, (complaint) => {
    if (!expected.some((pattern) => pattern.test(complaint))) complaints.push(complaint)
  })
  const page = await context.newPage()
  return { page, context, complaints, expectComplaint: (pattern) => void expected.push(pattern) }
}

/** Runs in a page, before its scripts. */
function keepBusy(): void {
  globalThis.requestIdleCallback = () => 0
}

/**
 * Complains about every console error or warning, uncaught error, failed request, error response, and request to another origin.
 */
function watch(context: BrowserContext, origin: string, complain: (complaint: string) => void): void {
  context.on('console', (message) => {
    const type = message.type()
    if (type === 'error' || (type === 'warning' && !ABOUT_WORKER.test(message.text()))) {
      complain(`console ${type}: ${message.text()} (${message.location().url})`)
    }
  })
  context.on('weberror', (error) => complain(`uncaught: ${error.error().stack ?? error.error().message}`))
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (/^https?:$/.test(url.protocol) && url.origin !== origin) complain(`foreign request: ${url.href}`)
  })
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    // A request that the browser cancels because the page is left is not a failure.
    if (why !== 'net::ERR_ABORTED') complain(`failed request: ${request.method()} ${request.url()} ${why}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 400) {
      complain(`answer ${response.status()}: ${response.request().method()} ${response.url()}`)
    }
  })
}
