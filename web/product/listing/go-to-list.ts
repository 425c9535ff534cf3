import type { MouseEvent } from 'react'

export const LIST_HEADING = 'list'

/**
 * For a link that changes the list and may disappear with it: the focus moves to the list's heading. Returns false for a
 * click that opens another tab, which leaves this one unchanged.
 */
export function goToList(event: MouseEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false
  document.getElementById(LIST_HEADING)?.focus({ preventScroll: true })
  return true
}
