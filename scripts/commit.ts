import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/** The newest commit; with a + where these paths have changes that it does not hold. */
export function newestCommit(...paths: readonly string[]): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
  const changes = git('status', '--porcelain', '--', ...paths)
  return git('rev-parse', '--short', 'HEAD') + (changes === '' ? '' : '+')
}
