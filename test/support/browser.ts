import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import type { BrowserProgram } from './browser-program.ts'

/** As the computers of developers and of continuous integration need it, and without calls home. */
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

/** Said by Playwright of its own doing. */
const BLOCKED_WORKER = /^Service Worker registration blocked by Playwright/

/** One person with a browser of their own, empty at first. */
export type Visitor = {
  page: Page
  context: BrowserContext
  /** What happened that never may: see `watch`. */
  complaints: string[]
  /** Lets pass what this journey causes on purpose. */
  expectComplaint: (pattern: RegExp) => void
}

export async function openVisitor(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1280, height: 900 },
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    reducedMotion: 'reduce',
    // What a journey does to the network reaches the page itself; the worker has journeys of its own.
    serviceWorkers: 'block',
    ...options,
  })
  // Of what comes by itself, and soon: a busy machine takes its time.
  context.setDefaultTimeout(60_000)
  const complaints: string[] = []
  const expected: RegExp[] = []
  watch(context, options.baseURL ?? origin, (complaint) => {
    if (!expected.some((pattern) => pattern.test(complaint))) complaints.push(complaint)
  })
  const page = await context.newPage()
  return { page, context, complaints, expectComplaint: (pattern) => void expected.push(pattern) }
}

/** Complains of every console error or warning, uncaught error, failed request, and request to another origin. */
function watch(context: BrowserContext, origin: string, complain: (complaint: string) => void): void {
  context.on('console', (message) => {
    const type = message.type()
    if (type === 'error' || (type === 'warning' && !BLOCKED_WORKER.test(message.text()))) {
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
    // What the browser itself gives up because the page is left is no failure.
    if (why !== 'net::ERR_ABORTED') complain(`failed request: ${request.method()} ${request.url()} ${why}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 400) {
      complain(`answer ${response.status()}: ${response.request().method()} ${response.url()}`)
    }
  })
}
