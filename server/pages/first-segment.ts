/** The most of a page's path that is logged: ids, which may be secrets, and whatever a stranger typed come after it. */
export function firstSegment(pathname: string): string {
  const [, first = '', ...rest] = pathname.split('/')
  const shown = /^[a-z-]{0,20}$/.test(first) ? first : '…'
  return rest.length === 0 ? `/${shown}` : `/${shown}/…`
}
