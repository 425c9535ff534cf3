import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives a run of tests a temporary folder of its own. Returns a function that removes it, with all that they left in it. */
export function openTemporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'jara-tests-'))
  // PostgreSQL runs as another user where this process is root's.
  chmodSync(folder, 0o711)
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}
