import { hash } from 'node:crypto'
import { reportPolicyBreach } from '#shared/contract/csp-report.ts'

/**
 * The CSP source of every inline element of a finished document. Data blocks such as JSON-LD are not run and need none.
 */
export function inlineHashes(html: string, element: 'script' | 'style'): string[] {
  const sources = inlineTexts(html, element).map((text) => `'sha256-${hash('sha256', text, 'base64')}'`)
  return [...new Set(sources)]
}

function inlineTexts(html: string, element: string): string[] {
  const texts: string[] = []
  let start = html.indexOf(`<${element}`)
  while (start !== -1) {
    const textStart = html.indexOf('>', start) + 1
    const textEnd = html.indexOf(`</${element}>`, textStart)
    if (textStart === 0 || textEnd === -1) break
    const attributes = html.slice(start, textStart)
    const isUsed = !/\bsrc\s*=|application\/(ld\+)?json/.test(attributes)
    if (isUsed && textStart < textEnd) texts.push(html.slice(textStart, textEnd))
    start = html.indexOf(`<${element}`, textEnd)
  }
  return texts
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
export function pagePolicy(html: string, options: { isDev: boolean; publicUrl: string }): string {
  const styles = options.isDev ? ["'unsafe-inline'"] : inlineHashes(html, 'style')
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inlineHashes(html, 'script')].join(' '),
    ["style-src 'self'", ...styles].join(' '),
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
