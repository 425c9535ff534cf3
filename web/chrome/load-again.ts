import type { AnyRouter } from '@tanstack/react-router'

/** Loads again what the page shows, and what it could not show. */
export function loadAgain(router: AnyRouter): void {
  void router.options.context.queryClient.invalidateQueries()
  void router.invalidate()
}
