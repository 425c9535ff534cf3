import { deepEqual, Link as RouterLink, useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { classes } from './class-name.ts'

type Search = Record<string, unknown>

/** What the shop's links say to the router, all of it absolute. */
type Destination = {
  to: string
  params?: Record<string, string>
  search?: Search
  activeOptions?: { exact?: boolean }
  activeProps?: { className?: string }
  /** How the browser goes there. */
  replace?: boolean
  resetScroll?: boolean
}

const NO_SEARCH: Search = {}

/**
 * Writes the link that the router's would write, in less than half of the time: that one resolves where it leads from where the
 * page is, and a listing has thirty. A test compares the two.
 */
function WrittenLink({
  to,
  params,
  search = NO_SEARCH,
  activeOptions,
  activeProps,
  replace: _replace,
  resetScroll: _resetScroll,
  ...element
}: Destination & ComponentProps<'a'>) {
  const { options, stores } = useRouter()
  const path =
    params === undefined ? to : to.replace(/\$(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  if (import.meta.env.DEV) refuseOthers({ to, params, search, activeOptions, activeProps, ...element })
  const here = stores.location.get()
  const at = here.pathname.replace(/(.)\/$/, '$1')
  const isExact = activeOptions?.exact === true
  const isActive =
    (at === path || (!isExact && at.startsWith(`${path}/`))) && deepEqual(here.search, search, !isExact)
  const active = isActive && (activeProps === undefined ? 'active' : activeProps.className)
  return (
    <a
      {...element}
      className={classes(element.className, active) || undefined}
      href={path + options.stringifySearch(search)}
      {...(isActive && { 'data-status': 'active', 'aria-current': 'page' })}
    />
  )
}

/** What its caller cannot be kept from by the type of the router's link, which has these as well. */
function refuseOthers({
  to,
  params,
  search,
  activeOptions,
  activeProps,
  ...element
}: Record<string, unknown>): void {
  const { exact: _, ...otherOptions } = (activeOptions ?? {}) as Record<string, unknown>
  const { className: __, ...otherProps } = (activeProps ?? {}) as Record<string, unknown>
  const isKnown =
    String(to).startsWith('/') &&
    [params ?? {}, search, activeProps ?? {}].every((each) => typeof each === 'object') &&
    [otherOptions, otherProps].every((others) => Object.keys(others).length === 0) &&
    typeof element.children !== 'function' &&
    !ROUTING.split(' ').some((name) => name in element)
  if (!isKnown) throw new Error(`ui/link.tsx does not know all of a link to ${to}`)
}

const ROUTING =
  'from hash state mask disabled inactiveProps reloadDocument unsafeRelative preload preloadDelay viewTransition ' +
  'startTransition hashScrollIntoView ignoreBlocker _asChild'

/** A link within the shop: the router's in the browser, and one written as it would write it on the server. */
export const Link = (import.meta.env.SSR ? WrittenLink : RouterLink) as typeof RouterLink
