import { expect, test } from 'vitest'
import { auditVerdict } from './audit.ts'

const report = (severity: string, counts: Record<string, number>) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: { 'left-pad': { name: 'left-pad', severity } },
    metadata: { vulnerabilities: { info: 0, low: 0, moderate: 0, high: 0, critical: 0, ...counts } },
  })

test.each(['high', 'critical'])(
  'a known vulnerability of %s severity fails and names the package',
  (severity) => {
    const { passes, says } = auditVerdict(report(severity, { [severity]: 1 }))
    expect(passes).toBe(false)
    expect(says).toContain(`left-pad (${severity})`)
  },
)

test('lesser vulnerabilities pass', () => {
  expect(auditVerdict(report('moderate', { moderate: 1 })).passes).toBe(true)
})

test.each([
  '',
  'npm error network',
  '{"message":"405 Method Not Allowed","statusCode":405,"error":{"summary":""}}',
])('a registry without a response to the audit is reported and fails nothing: %s', (printed) => {
  const { passes, says } = auditVerdict(printed)
  expect(passes).toBe(true)
  expect(says).toContain('did not answer the audit')
})
