import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Settings } from '#server/dependencies.ts'
import { DAY_MS } from '#shared/duration.ts'

const NAME = 'sign-up'

/** Remembers in this browser that it made the sign-up with this ticket (signUpTicket), or logged in to it, until the code is entered. */
export function setSignUpCookie(
  context: Context,
  settings: Pick<Settings, 'publicUrl'>,
  ticket: string,
): void {
  setCookie(context, NAME, ticket, {
    path: '/api/auth',
    httpOnly: true,
    sameSite: 'Strict',
    secure: settings.publicUrl.startsWith('https:'),
    maxAge: DAY_MS / 1000,
  })
}

/**
 * The ticket of the sign-up that this browser remembers; empty if there is none. Undefined for a program without a memory, which
 * is not a browser: browsers say what a request is for.
 */
export function findSignUpTicket(context: Context): string | undefined {
  return getCookie(context, NAME) ?? (context.req.header('sec-fetch-site') === undefined ? undefined : '')
}
