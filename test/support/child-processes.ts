import { spawnSync } from 'node:child_process'

/** The ids of a process's direct children. */
export function childrenOf(parent: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, of]) => (pid !== undefined && of === parent ? [pid] : []))
}
