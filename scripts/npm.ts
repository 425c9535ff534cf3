import { spawnSync } from 'node:child_process'

/** The output of npm, whatever its exit code. Uses the npm that started this process, or else the one on the PATH. */
export function npm(...args: string[]): string {
  const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  const own = process.env.npm_execpath
  const { stdout, error } = own
    ? spawnSync(process.execPath, [own, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
  return error ? '' : stdout
}
