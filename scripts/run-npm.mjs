import { spawnSync } from 'node:child_process'

/**
 * Runs the npm that started this process, or else the one on the PATH. Other package managers name themselves in the same
 * variable, but take other arguments and another lock file.
 */
export function runNpm(args, options) {
  const own = process.env.npm_execpath ?? ''
  return /[\\/]npm-cli\.js$/.test(own)
    ? spawnSync(process.execPath, [own, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
}

/** The output of npm, whatever its exit code. */
export function npmOutput(...args) {
  const { stdout, error } = runNpm(args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return error ? '' : stdout
}
