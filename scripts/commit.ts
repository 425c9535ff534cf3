import { execFileSync } from 'node:child_process'
import { ROOT } from './stamp.mjs'

/** The current commit, followed by + if these paths have uncommitted changes. */
export function newestCommit(...paths: readonly string[]): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
  const changes = git('status', '--porcelain', '--', ...paths)
  return git('rev-parse', '--short', 'HEAD') + (changes === '' ? '' : '+')
}
