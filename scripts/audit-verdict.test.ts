import { expect, test } from 'vitest'
import { auditVerdict } from './audit-verdict.ts'

const report = (severity: string, counts: Record<string, number>) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: { 'left-pad': { name: 'left-pad', severity } },
    metadata: { vulnerabilities: { info: 0, low: 0, moderate: 0, high: 0, critical: 0, ...counts } },
  })

test.each(['high', 'critical'])('a known fault of %s severity fails and names the package', (severity) => {
  const { passes, says } = auditVerdict(report(severity, { [severity]: 1 }))
  expect(passes).toBe(false)
  expect(says).toContain(`left-pad (${severity})`)
})

test('lesser faults pass', () => {
  expect(auditVerdict(report('moderate', { moderate: 1 })).passes).toBe(true)
})

test.each([
  '',
  'npm error network',
  '{"message":"405 Method Not Allowed","statusCode":405,"error":{"summary":""}}',
])('a registry that answers no audit is told and fails nothing: %s', (printed) => {
  const { passes, says } = auditVerdict(printed)
  expect(passes).toBe(true)
  expect(says).toContain('answers no audit')
})
