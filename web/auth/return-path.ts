const ANY_ORIGIN = 'http://origin.invalid'

/** Screens for who is signed out; a signed-in visitor is sent away from them, so nobody is sent back to them. */
const SIGNED_OUT_ONLY = new Set([
  '/login',
  '/signup',
  '/verify-signup',
  '/forgot-password',
  '/reset-otp',
  '/reset-password',
])

/** Where signing in leads without a wish, and so no wish of its own. */
export const SIGNED_IN_HOME = '/home'

/**
 * The screen of this shop that somebody wanted before signing in, as path with search and hash; undefined for anything
 * else. An address is anybody's to write: what a browser would read as another origin never passes.
 */
export function readReturnPath(wanted: unknown): string | undefined {
  if (typeof wanted !== 'string' || !wanted.startsWith('/') || !URL.canParse(wanted, ANY_ORIGIN))
    return undefined
  const { origin, pathname, search, hash } = new URL(wanted, ANY_ORIGIN)
  if (origin !== ANY_ORIGIN || pathname.startsWith('//')) return undefined
  if (pathname === '/' || pathname === SIGNED_IN_HOME || SIGNED_OUT_ONLY.has(pathname.replace(/\/+$/, '')))
    return undefined
  return pathname + search + hash
}

/** The login screen, which afterwards leads back to `wanted`. */
export function loginAddress(wanted: string): string {
  const path = readReturnPath(wanted)
  return path === undefined ? '/login' : `/login?${new URLSearchParams({ next: path })}`
}
