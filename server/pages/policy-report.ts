import { createRoute } from '@hono/zod-openapi'
import type { Dependencies } from '#server/dependencies.ts'
import { limitBodyTo, requireJson } from '#server/http/body.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { createRouter } from '#server/http/router.ts'
import { reportPolicyBreach } from '#shared/contract/csp-report.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import { firstSegment } from './page-address.ts'

/**
 * A policy violation that a browser reported, in words of closed lists, origins and numbers: nothing about its sender.
 */
export type PolicyReport = { directive: string; blocked: string; source?: string; line?: number }

const REPORTS_MAX = 20
const ORIGIN_MAX_CHARS = 100
const DIRECTIVES = new Set([
  'default-src',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'media-src',
  'object-src',
  'frame-src',
  'child-src',
  'worker-src',
  'manifest-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
])
const BLOCKED_WORDS = new Set(['inline', 'eval', 'wasm-eval', 'self', 'data', 'blob'])
const SCHEMES = new Set([
  'data:',
  'blob:',
  'about:',
  'filesystem:',
  'file:',
  'chrome-extension:',
  'moz-extension:',
  'safari-extension:',
  'safari-web-extension:',
])
const OTHER = 'other'
const NETWORK = /^(https?|wss?):$/
/** The names of built files contain nothing about a visitor. */
const ASSET = /^\/assets\/[\w.-]+$/

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/**
 * Parses a body as sent to a report-uri (`csp-report`) or by the Reporting API (a list); anything else contains no
 * reports.
 */
export function readPolicyReports(body: unknown, publicUrl: string): PolicyReport[] {
  const sent: unknown[] = Array.isArray(body) ? body.slice(0, REPORTS_MAX) : [body]
  return sent.flatMap((report) => {
    if (!isFields(report)) return []
    const { 'csp-report': old, type, body: given } = report
    if (isFields(old)) {
      const directive = old['effective-directive'] ?? old['violated-directive']
      return [read(directive, old['blocked-uri'], old['source-file'], old['line-number'], publicUrl)]
    }
    if (type !== 'csp-violation' || !isFields(given)) return []
    return [read(given.effectiveDirective, given.blockedURL, given.sourceFile, given.lineNumber, publicUrl)]
  })
}

function read(
  directive: unknown,
  blocked: unknown,
  source: unknown,
  line: unknown,
  publicUrl: string,
): PolicyReport {
  // Older browsers send the directive with everything that it allows.
  const name = typeof directive === 'string' ? (directive.split(' ')[0] ?? '') : ''
  return {
    directive: DIRECTIVES.has(name) ? name : OTHER,
    blocked: typeof blocked === 'string' && BLOCKED_WORDS.has(blocked) ? blocked : placeOf(blocked),
    ...(typeof source === 'string' && source !== '' ? { source: sourceOf(source, publicUrl) } : {}),
    ...(Number.isSafeInteger(line) && Number(line) >= 0 ? { line: Number(line) } : {}),
  }
}

/** A URL without its path, which may contain personal data. */
function placeOf(address: unknown): string {
  if (typeof address !== 'string' || !URL.canParse(address)) return OTHER
  const { protocol, host } = new URL(address)
  if (SCHEMES.has(protocol)) return protocol.slice(0, -1)
  return NETWORK.test(protocol) && host.length <= ORIGIN_MAX_CHARS ? `${protocol}//${host}` : OTHER
}

/** For our own files the path, for our own pages only its first segment. */
function sourceOf(address: string, publicUrl: string): string {
  if (!URL.canParse(address) || new URL(address).origin !== publicUrl) return placeOf(address)
  const { pathname } = new URL(address)
  if (ASSET.test(pathname)) return pathname
  return firstSegment(pathname)
}

/** A few dozen reports; a browser that has more sends them in several requests. */
const BODY_MAX_BYTES = 16_000
/** Generous, since many phones share one address behind a carrier's NAT. */
const PER_ADDRESS = { max: 60, windowMs: MINUTE_MS }
const MEDIA = /^application\/(csp-report|reports\+json|json)\s*(;|$)/i

/**
 * Receives browsers' reports of violated page policies: a log line each, and a count. Anybody can send them, so they are
 * hints only.
 */
export function policyReportApi(
  dependencies: Pick<Dependencies, 'db' | 'log' | 'metrics' | 'now' | 'settings'>,
) {
  const { db, log, metrics, now, settings } = dependencies
  const middleware = [limitBodyTo(BODY_MAX_BYTES), requireJson({ media: MEDIA })]
  return createRouter().openapi(createRoute({ ...reportPolicyBreach, middleware }), async (context) => {
    await createRateLimiter(db, settings, now())('csp report', context.get('clientAddress'), PER_ADDRESS)
    const text = await context.req.text()
    const reports = text === '' ? [] : readPolicyReports(JSON.parse(text), settings.publicUrl)
    for (const report of reports) {
      metrics.policyBroken({ directive: report.directive })
      log.warn(report, 'a page broke its policy')
    }
    return context.body(null, 204)
  })
}
