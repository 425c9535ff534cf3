import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Settings } from '#server/dependencies.ts'
import { SESSION_MS } from './session-store.ts'

const NAME = 'staff'

type Where = Pick<Settings, 'publicUrl'>

/** `__Host-` needs https: on plain http, which only a loopback address may use, the name stands alone. */
const isSecure = ({ publicUrl }: Where) => publicUrl.startsWith('https:')

export const cookieName = (where: Where) => (isSecure(where) ? `__Host-${NAME}` : NAME)

const attributes = (where: Where) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'Strict' as const,
  secure: isSecure(where),
})

export function setStaffCookie(context: Context, where: Where, token: string): void {
  setCookie(context, cookieName(where), token, { ...attributes(where), maxAge: SESSION_MS / 1000 })
}

export function readStaffCookie(context: Context, where: Where): string | undefined {
  return getCookie(context, cookieName(where))
}

export function clearStaffCookie(context: Context, where: Where): void {
  deleteCookie(context, cookieName(where), attributes(where))
}
