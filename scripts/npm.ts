import { runNpm } from './run-npm.mjs'

/** The output of npm, whatever its exit code. */
export function npm(...args: string[]): string {
  const { stdout, error } = runNpm(args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return error ? '' : stdout
}
