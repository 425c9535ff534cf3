import { Link, type LinkProps, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { Icon } from './icon.tsx'

/**
 * To the previous page, at the scroll position where it was left; for shoppers who came here directly, to `fallback`. A
 * double click goes one page back.
 */
export function BackLink({ fallback }: { fallback: NonNullable<LinkProps['to']> }) {
  const { history } = useRouter()
  /** The location that was left; while the history still shows it, a second press is ignored. */
  const left = useRef<unknown>(undefined)
  return (
    <Link
      to={fallback}
      activeOptions={{ exact: true }}
      className="label -ml-1 inline-flex min-h-11 items-center gap-2 px-1 text-xs hover:text-accent-text"
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        if (!history.canGoBack() && !isLoadedFromShop()) return
        event.preventDefault()
        if (event.detail > 1 || history.location === left.current) return
        // Not if the browser loads a page for it: this one may later be restored as it was left.
        if (history.canGoBack()) left.current = history.location
        history.back()
      }}
    >
      <Icon name="arrow-left" className="size-4" />
      Back
    </Link>
  )
}

/**
 * Whether this is the first page since the browser loaded one, and that was by a link of the shop, as before its script has
 * started. The payment pages are not returned to. In a tab of its own the page has nothing before it, which only browsers
 * with the Navigation API report reliably.
 */
function isLoadedFromShop(): boolean {
  const hasBefore = 'navigation' in window && navigation.canGoBack
  const { origin } = location
  const { referrer } = document
  return (
    hasBefore &&
    referrer.startsWith(`${origin}/`) &&
    !/^\/(sandbox|payment)\//.test(referrer.slice(origin.length))
  )
}
