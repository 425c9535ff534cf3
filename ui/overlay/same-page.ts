import type { MouseEvent } from 'react'

/**
 * For what lies over a page: a link to that page closes it. Following the link would put the page into the history twice,
 * and Back would seem to do nothing.
 */
export function closeOnLinkToSamePage(onClose: () => void) {
  return (event: MouseEvent): void => {
    if (!leadsToSamePage(event)) return
    event.preventDefault()
    onClose()
  }
}

function leadsToSamePage({ target, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean {
  const link = target instanceof Element && target.closest('a')
  if (!link || altKey || ctrlKey || metaKey || shiftKey) return false
  return link.origin + link.pathname + link.search === location.origin + location.pathname + location.search
}
