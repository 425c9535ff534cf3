import { hash } from 'node:crypto'
import { reportPolicyBreach } from '#shared/contract/csp-report.ts'

const END = '</script>'

/**
 * The CSP source of every inline script in a finished document, given in parts; data blocks such as JSON-LD are not run and
 * need none, and only they may be split between parts.
 */
export function inlineScriptHashes(parts: readonly string[]): string[] {
  const bodies = parts.flatMap((part) => [...inlineScripts(part)])
  return [...new Set(bodies.map((body) => `'sha256-${hash('sha256', body, 'base64')}'`))]
}

/** Found without a regular expression, which takes a hundred microseconds for a listing. */
function* inlineScripts(html: string): Generator<string> {
  let start = html.indexOf('<script')
  while (start !== -1) {
    const bodyStart = html.indexOf('>', start) + 1
    const bodyEnd = html.indexOf(END, bodyStart)
    if (bodyStart === 0 || bodyEnd === -1) return
    const attributes = html.slice(start, bodyStart)
    const isRun = !/\bsrc\s*=|application\/(ld\+)?json/.test(attributes)
    if (isRun && bodyStart < bodyEnd) yield html.slice(bodyStart, bodyEnd)
    start = html.indexOf('<script', bodyEnd)
  }
}

const REPORTS_PATH = `/api${reportPolicyBreach.path}`

/**
 * The newer way of reporting, which browsers support over https only. They ignore the older one wherever a policy names
 * the newer, so it is named only where it works.
 */
export function reportingHeaders(publicUrl: string): Record<string, string> {
  return publicUrl.startsWith('https:') ? { 'Reporting-Endpoints': `csp="${REPORTS_PATH}"` } : {}
}

/**
 * A page's policy: its own inline scripts and style by hash, everything else from this origin. `isDev` allows the
 * bundler's dev client.
 */
export function pagePolicy(
  scriptHashes: readonly string[],
  styleHash: string | undefined,
  options: { isDev: boolean; publicUrl: string },
): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes.join(' ')}`.trim(),
    `style-src 'self' ${options.isDev ? "'unsafe-inline'" : (styleHash ?? '')}`.trim(),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${options.isDev ? ' ws:' : ''}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    `report-uri ${REPORTS_PATH}`,
    ...(options.publicUrl.startsWith('https:') ? ['report-to csp'] : []),
  ].join('; ')
}
