import type { DehydratedState } from '@tanstack/react-query'

/** Long ago: to be requested again. */
const OLD = 1

/**
 * The responses that a page carries, dated by this device's clock: by the server's, a wrong clock would request all of them again,
 * or never. Those of a page that has just come are as current as it is, whenever it was rendered.
 */
export function datedHere(carried: DehydratedState, isNew: boolean, nowMs = Date.now()): DehydratedState {
  for (const { state } of carried.queries) {
    if (isNew) state.dataUpdatedAt = nowMs
    else if (state.dataUpdatedAt > nowMs) state.dataUpdatedAt = OLD
  }
  return carried
}
