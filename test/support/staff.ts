import { transact } from '#server/db/retry.ts'
import { inviteMember } from '#server/staff/member.ts'
import type { Me } from '#shared/contract/admin/account.ts'
import type { Role } from '#shared/contract/permission.ts'
import type { TestShop } from './shop.ts'

type Body = ReturnType<typeof JSON.parse>
export type StaffResponse = { status: number; body: Body; headers: Headers }

/** A browser that a member of staff uses: it keeps its cookies, and says where its calls come from. */
export type StaffBrowser = {
  call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<StaffResponse>
  /** Keyed, as the admin's forms are. */
  act: (method: string, path: string, body?: unknown) => Promise<StaffResponse>
  /** What it sends as its Cookie header. */
  cookie: () => string
}

const PIXEL =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

export function openStaffBrowser(shop: TestShop, { userAgent = PIXEL } = {}): StaffBrowser {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const call: StaffBrowser['call'] = async (method, path, body, headers = {}) => {
    const response = await shop.call(method, `/api/admin${path}`, body, {
      'user-agent': userAgent,
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      origin: shop.settings.publicUrl,
      cookie: cookie(),
      ...headers,
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /Max-Age=0/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
  const act: StaffBrowser['act'] = (method, path, body) =>
    call(method, path, body, { 'idempotency-key': crypto.randomUUID() })
  return { call, act, cookie }
}

/** Invites somebody, as a command does; returns the token of the one-time link. */
export async function invite(
  shop: TestShop,
  { email, role, name = email.slice(0, email.indexOf('@')) }: { email: string; role: Role; name?: string },
): Promise<string> {
  const { link } = await transact(shop.db, (tx) =>
    inviteMember(tx, shop, { actor: 'ngozi' }, { email, role, name }),
  )
  return link.slice(link.indexOf('#') + 1)
}

export type SignedInMember = StaffBrowser & { me: Me; email: string }

/** Invites somebody, who opens the link. */
export async function joinStaff(shop: TestShop, role: Role, name: string = role): Promise<SignedInMember> {
  const email = `${name.toLowerCase().replaceAll(' ', '-')}@staff.example`
  const browser = openStaffBrowser(shop)
  const token = await invite(shop, { email, role, name: `${name.charAt(0).toUpperCase()}${name.slice(1)}` })
  const { status, body } = await browser.call('POST', '/join', { token })
  if (status !== 200) throw new Error(`Not joined: ${JSON.stringify(body)}`)
  return { ...browser, me: body, email }
}
