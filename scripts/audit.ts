// Asks the registry whether any package in the lock file has a known vulnerability of high or critical severity.

import { auditVerdict } from './audit-verdict.ts'
import { npm } from './npm.ts'

const { passes, says } = auditVerdict(
  npm('audit', '--json', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=20000'),
)
process.stdout.write(`${says}\n`)
process.exit(passes ? 0 : 1)
