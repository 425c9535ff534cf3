import { parseUrl } from '#web/data/address.ts'

const ANY_ORIGIN = 'http://origin.invalid'

/**
 * Screens for signed-out visitors. A signed-in visitor is redirected away from them, so they are not valid return paths.
 */
const SIGNED_OUT_ONLY = new Set([
  '/login',
  '/signup',
  '/verify-signup',
  '/forgot-password',
  '/reset-otp',
  '/reset-password',
])

/** The default screen after a login, and therefore not a return path itself. */
export const SIGNED_IN_HOME = '/home'

/**
 * The screen of this shop that a visitor wanted before logging in, as path with search and hash; undefined for anything
 * else. Anyone can write such an address: one that a browser would read as another origin is never accepted.
 */
export function readReturnPath(wanted: unknown): string | undefined {
  const url = typeof wanted === 'string' && wanted.startsWith('/') && parseUrl(wanted, ANY_ORIGIN)
  if (!url || url.origin !== ANY_ORIGIN || url.pathname.startsWith('//')) return undefined
  const { pathname, search, hash } = url
  if (pathname === '/' || pathname === SIGNED_IN_HOME || SIGNED_OUT_ONLY.has(pathname.replace(/\/+$/, '')))
    return undefined
  return pathname + search + hash
}

/** The login screen, which returns to `wanted` afterwards. */
export function loginAddress(wanted: string): string {
  const path = readReturnPath(wanted)
  return path === undefined ? '/login' : `/login?${new URLSearchParams({ next: path })}`
}
