import { availableParallelism, loadavg } from 'node:os'

/** Waiting programs per processor from which on times are not the shop's own. */
const BUSY_LOAD = 3

/** True while others keep this machine so busy that times measured on it say nothing. */
export function isMachineBusy(): boolean {
  return (loadavg()[0] ?? 0) / availableParallelism() > BUSY_LOAD
}
