import { hash } from 'node:crypto'
import { reportPolicyBreach } from '#shared/contract/csp-report.ts'

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g

/**
 * The CSP source of every inline script in a finished document, given in parts; data blocks such as JSON-LD are not run and
 * need none.
 */
export function inlineScriptHashes(parts: readonly string[]): string[] {
  const hashes = new Set<string>()
  for (const part of parts) {
    for (const [, attributes = '', body = ''] of part.matchAll(SCRIPT)) {
      if (/\bsrc\s*=/.test(attributes) || /application\/(ld\+)?json/.test(attributes) || body === '') continue
      hashes.add(`'sha256-${hash('sha256', body, 'base64')}'`)
    }
  }
  return [...hashes]
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
