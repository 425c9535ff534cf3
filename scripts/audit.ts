// Asks the registry whether any package in the lock file has a known vulnerability of high or critical severity.
import { npmOutput } from './run-npm.mjs'

type AuditVerdict = { passes: boolean; says: string }

type Report = {
  metadata?: { vulnerabilities?: Record<string, number> }
  vulnerabilities?: Record<string, { severity: string }>
}

const REFUSED = ['critical', 'high']

/**
 * Interprets the JSON of `npm audit`. Known vulnerabilities of high or critical severity fail. A registry that does not respond
 * or does not support audits is reported but does not fail: it says nothing about the packages.
 */
export function auditVerdict(printed: string): AuditVerdict {
  const report = reportIn(printed)
  const counts = report?.metadata?.vulnerabilities
  if (counts === undefined) {
    return {
      passes: true,
      says: 'Dependencies: the registry did not answer the audit. Nothing is known about them today.',
    }
  }
  const found = Object.entries(report?.vulnerabilities ?? {}).filter(([, { severity }]) =>
    REFUSED.includes(severity),
  )
  const passes = REFUSED.every((severity) => (counts[severity] ?? 0) === 0)
  if (passes) return { passes, says: 'Dependencies: no known vulnerabilities of high or critical severity.' }
  const named = found.map(([name, { severity }]) => `${name} (${severity})`).join(', ')
  return { passes, says: `Dependencies with known vulnerabilities: ${named}. See \`npm audit\` for details.` }
}

function reportIn(printed: string): Report | undefined {
  try {
    return JSON.parse(printed) as Report
  } catch {
    return undefined
  }
}

if (import.meta.main) {
  const { passes, says } = auditVerdict(
    npmOutput('audit', '--json', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=20000'),
  )
  process.stdout.write(`${says}\n`)
  process.exit(passes ? 0 : 1)
}
