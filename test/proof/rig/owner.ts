import { transact } from '#server/db/retry.ts'
import { makeLink } from '#server/staff/link-store.ts'
import { insertMember } from '#server/staff/member-store.ts'
import { ask, type ShopResponse } from './ask.ts'
import type { Rig } from './rig.ts'

/** An owner signed in to the first process: what they call of the admin, under this key if it changes something. */
export type Owner = (method: string, path: string, body?: unknown, key?: string) => Promise<ShopResponse>

/** As the admin's own page says. */
const ofOwnPage = (rig: Rig) => ({ 'sec-fetch-site': 'same-origin', origin: rig.shop().url })

let owners = 0
export async function openOwner(rig: Rig): Promise<Owner> {
  const now = new Date(rig.nowMs())
  const member = { email: `owner-${owners++}@staff.example`, name: 'Ngozi', role: 'owner' } as const
  const token = await rig.withDatabase((db) =>
    transact(db, async (tx) => makeLink(tx, (await insertMember(tx, member, now)) ?? '', now)),
  )
  const joined = await fetch(`${rig.shop().url}/api/admin/join`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...ofOwnPage(rig) },
    body: JSON.stringify({ token }),
  })
  if (!joined.ok) throw new Error(`Not joined: ${joined.status} ${await joined.text()}`)
  const cookie = joined.headers.getSetCookie().map((line) => line.slice(0, line.indexOf(';')))
  return (method, path, body, key) =>
    ask(rig.shop().url, method, `/api/admin${path}`, {
      body,
      headers: {
        ...ofOwnPage(rig),
        cookie: cookie.join('; '),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
    })
}
