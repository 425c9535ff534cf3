import { availableParallelism, loadavg } from 'node:os'

/** Load average per processor from which on measured times are not meaningful. */
const BUSY_LOAD = 3

/** True while the machine is too busy for measured times to be meaningful. */
export function isMachineBusy(): boolean {
  return (loadavg()[0] ?? 0) / availableParallelism() > BUSY_LOAD
}
