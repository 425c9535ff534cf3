export type AuditVerdict = { passes: boolean; says: string }

type Report = {
  metadata?: { vulnerabilities?: Record<string, number> }
  vulnerabilities?: Record<string, { severity: string }>
}

const REFUSED = ['critical', 'high']

/**
 * What the JSON of `npm audit` means. Known faults of high or critical severity fail; a registry that does not answer, or
 * that knows of no audits, is told and fails nothing: it says nothing about the packages.
 */
export function auditVerdict(printed: string): AuditVerdict {
  const report = reportIn(printed)
  const counts = report?.metadata?.vulnerabilities
  if (counts === undefined) {
    return {
      passes: true,
      says: 'Dependencies: the registry answers no audit. Nothing is known of them today.',
    }
  }
  const found = Object.entries(report?.vulnerabilities ?? {}).filter(([, { severity }]) =>
    REFUSED.includes(severity),
  )
  const passes = REFUSED.every((severity) => (counts[severity] ?? 0) === 0)
  if (passes) return { passes, says: 'Dependencies: no known fault of high or critical severity.' }
  const named = found.map(([name, { severity }]) => `${name} (${severity})`).join(', ')
  return { passes, says: `Dependencies with known faults: ${named}. \`npm audit\` tells more.` }
}

function reportIn(printed: string): Report | undefined {
  try {
    return JSON.parse(printed) as Report
  } catch {
    return undefined
  }
}
