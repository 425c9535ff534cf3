import { beforeAll, expect, test } from 'vitest'
import { listActs } from '#server/audit/store.ts'
import { listStaff } from '#shared/contract/admin/staff.ts'
import { isAllowed, PERMISSIONS, type Permission, ROLES, type Role } from '#shared/contract/permission.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/duration.ts'
import { addAccount } from '#test/support/account.ts'
import { rowsByTable } from '#test/support/rows.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { joinStaff, openStaffBrowser, type SignedInMember } from '#test/support/staff.ts'
import { createAdminRouter } from './admin-router.ts'

type Call = { method: string; path: string; permission: Permission | 'signed-out' }

const staff = {} as Record<Role, SignedInMember>
let calls: Call[] = []
const shop = openShopScene()
beforeAll(async () => {
  for (const role of ROLES) staff[role] = await joinStaff(shop, role)
  const { body } = await shop.call('GET', '/api/openapi.json')
  calls = Object.entries(body.paths as Record<string, Record<string, { 'x-permission': Permission }>>)
    .filter(([path]) => path.startsWith('/admin/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: path.slice('/admin'.length),
        permission: operation['x-permission'],
      })),
    )
})

/** What a call is about does not matter to whoever may not make it. */
const addressOf = ({ path }: Call) => path.replaceAll(/\{\w+\}/g, 'unknown')
/** What changes with every call: when somebody was last seen, and what was refused. */
const UNTOUCHED = new Set(['audit_log', 'recent_tries', 'staff_sessions'])
async function rows() {
  const tables = await rowsByTable(shop.db)
  return Object.fromEntries(Object.entries(tables).filter(([table]) => !UNTOUCHED.has(table)))
}

test('every call that is served has a permission, and none is served otherwise', () => {
  const served = shop.app.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/admin/'))
    .map(({ method, path }) => `${method} ${path.slice('/api/admin'.length).replaceAll(/:(\w+)/g, '{$1}')}`)
  expect([...new Set(served)].toSorted()).toEqual(
    calls.map(({ method, path }) => `${method} ${path}`).toSorted(),
  )
  const known = new Set<string>([...PERMISSIONS, 'signed-out'])
  expect(calls.filter(({ permission }) => !known.has(permission))).toEqual([])
  expect(calls.length).toBeGreaterThan(20)
})

test('whoever is signed out is told so by every call, and nothing changes', async () => {
  const before = await rows()
  const statuses: [string, number][] = []
  for (const call of calls.filter(({ permission }) => permission !== 'signed-out')) {
    const { status, headers } = await openStaffBrowser(shop).act(call.method, addressOf(call))
    expect(headers.get('cache-control')).toBe('no-store')
    statuses.push([`${call.method} ${call.path}`, status])
  }
  expect(statuses.filter(([, status]) => status !== 401)).toEqual([])
  expect(await rows()).toEqual(before)
})

test('a shopper’s session opens no call of the admin', async () => {
  const { headers } = await addAccount(shop, 'ada@example.ng')
  for (const call of calls.filter(({ permission }) => permission !== 'signed-out')) {
    const { status } = await openStaffBrowser(shop).call(call.method, addressOf(call), undefined, headers)
    expect([call.path, status]).toEqual([call.path, 401])
  }
})

test('a route without a permission does not compile', () => {
  const admin = createAdminRouter(shop)
  const { permission: _, ...withoutPermission } = listStaff
  // @ts-expect-error It has no permission.
  const serve = () => admin.serve(withoutPermission, async () => ({ members: [] }))
  expect(serve).toBeTypeOf('function')
})

test.each(ROLES)('%s: every call that the table forbids is a 403 and changes nothing', async (role) => {
  const before = await rows()
  const wrong: unknown[] = []
  for (const call of calls) {
    if (call.permission === 'signed-out' || isAllowed(role, call.permission)) continue
    const { status, body } = await staff[role].act(call.method, addressOf(call))
    if (status !== 403 || body.code !== 'FORBIDDEN') wrong.push([call, status, body])
  }
  expect(wrong).toEqual([])
  expect(await rows()).toEqual(before)
})

test.each(ROLES)('%s: no call that the table allows is refused', async (role) => {
  const wrong: unknown[] = []
  // With an empty body, which no write takes. Deleting the unknown changes nothing; these calls take no body.
  const bodiless = new Set(['/logout', '/passkey/challenge', '/authenticator/secret', '/recovery-codes'])
  for (const call of calls) {
    if (call.permission === 'signed-out' || !isAllowed(role, call.permission)) continue
    if (bodiless.has(call.path)) continue
    const sent = call.method === 'GET' || call.method === 'DELETE' ? undefined : {}
    const { status } = await staff[role].act(call.method, addressOf(call), sent)
    if ([401, 403, 405, 500].includes(status)) wrong.push([call, status])
  }
  expect(wrong).toEqual([])
})

test('refused calls are recorded, a few a minute', async () => {
  shop.clock.now += HOUR_MS
  const refused = async () =>
    (await listActs(shop.db, { since: shop.now(), limit: 99 })).filter(
      ({ action }) => action === 'staff.refused',
    )
  for (let tried = 0; tried < 8; tried++) await staff.packer.call('GET', '/staff')
  const acts = await refused()
  expect(acts).toHaveLength(5)
  expect(acts[0]).toMatchObject({
    actor: 'Packer',
    memberId: staff.packer.me.id,
    subject: 'GET /admin/staff',
    details: { role: 'packer' },
    hasFailed: true,
  })
  shop.clock.now += MINUTE_MS
})

test.each<[string, Record<string, string>, boolean]>([
  ['the shop’s own page', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }, true],
  ['a browser without Sec-Fetch', { origin: 'http://localhost:3000' }, true],
  ['another name of this machine', { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }, true],
  ['a program', {}, true],
  ['another site', { 'sec-fetch-site': 'cross-site' }, false],
  ['a sibling of the host', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' }, false],
  ['an address that was typed', { 'sec-fetch-site': 'none' }, false],
  ['another origin', { origin: 'https://attacker.example' }, false],
  ['another origin that claims to be ours', { 'sec-fetch-site': 'same-origin', origin: 'null' }, false],
  ['another port', { origin: 'http://localhost:4000', host: 'localhost:3000' }, false],
  ['a browser that says only the mode', { 'sec-fetch-mode': 'no-cors' }, false],
])('a write from %s', async (_, headers, isAccepted) => {
  const cookie = staff.packer.cookie()
  const { status, body } = await shop.call(
    'POST',
    '/api/admin/confirm',
    { password: 'x' },
    { cookie, ...headers },
  )
  expect([status, body.code]).toEqual(isAccepted ? [409, 'REFUSED'] : [403, 'FORBIDDEN'])
})
