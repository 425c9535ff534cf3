import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import type { Settings } from '#server/dependencies.ts'
import { DAY_MS } from '#shared/duration.ts'
import { keyedHash } from './keyed-hash.ts'

const NAME = 'device'
const KEPT_DAYS = 400

/** A browser, by the keyed hash of a random number that its cookie holds; `isNew` if the request came without one. */
export type Device = { id: string; isNew: boolean }

/**
 * The browser of a request. It gets a cookie if it has none, so that limits can count it by itself rather than by its network or
 * by the e-mail address that it names, which a stranger can name too. Programs that keep no cookies are new each time.
 */
export async function deviceOf(
  context: Context,
  { appSecret, publicUrl }: Pick<Settings, 'appSecret' | 'publicUrl'>,
): Promise<Device> {
  const known = await getSignedCookie(context, appSecret, NAME)
  const value = known || randomBytes(16).toString('base64url')
  if (!known) {
    await setSignedCookie(context, NAME, value, appSecret, {
      path: '/api',
      httpOnly: true,
      sameSite: 'Lax',
      secure: publicUrl.startsWith('https:'),
      maxAge: (KEPT_DAYS * DAY_MS) / 1000,
    })
  }
  return { id: keyedHash(appSecret, `device ${value}`), isNew: !known }
}
