import { Secret, TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { listActs } from '#server/audit/store.ts'
import type { Me } from '#shared/contract/admin/account.ts'
import { DAY_MS, MINUTE_MS } from '#shared/duration.ts'
import { PASSWORD, wrongCode } from '#test/support/login.ts'
import { createAuthenticator } from '#test/support/passkey.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { joinStaff, openStaffBrowser, type StaffBrowser } from '#test/support/staff.ts'

const ADDRESS = { origin: 'https://shop.example', rpId: 'shop.example' }
/** At a public address, where the second factor counts. */
const shop = openShopScene(undefined, { settings: { publicUrl: ADDRESS.origin, isLoopback: false } })
beforeEach(() => {
  shop.clock.now += DAY_MS
})

type Device = ReturnType<typeof createAuthenticator>
type Wrong = Parameters<Device['get']>[1]

async function addPasskey(
  browser: StaffBrowser,
  { device = createAuthenticator(ADDRESS), wrong = {} as Wrong } = {},
) {
  const asked = await browser.call('POST', '/passkey/challenge')
  const response = device.create(asked.body.options, wrong)
  const sent = { challengeId: asked.body.challengeId, response, name: 'My phone' }
  const added = await browser.call('POST', '/passkey', sent)
  return { device, sent, status: added.status, body: added.body }
}

async function logIn(browser: StaffBrowser, device: Device, wrong: Wrong = {}) {
  const { body } = await browser.call('POST', '/login/passkey-challenge')
  const sent = { challengeId: body.challengeId, response: device.get(body.options, wrong) }
  return { sent, ...(await browser.call('POST', '/login/passkey', sent)) }
}

/** The code that an authenticator app with this secret shows, some steps from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: shop.clock.now + steps * 30_000 })

async function addAuthenticator(browser: StaffBrowser) {
  const { body } = await browser.call('POST', '/authenticator/secret')
  const added = await browser.call('POST', '/authenticator', { code: codeOf(body.secret) })
  return {
    secret: body.secret as string,
    uri: body.uri as string,
    codes: added.body.recoveryCodes as string[],
  }
}

test('at a public address nothing but one’s own account can be used before there is a way to sign in', async () => {
  const owner = await joinStaff(shop, 'owner', 'enrol')
  expect(owner.cookie()).toMatch(/__Host-staff=/)
  const { headers } = await openStaffBrowser(shop).call('POST', '/logout')
  expect(headers.getSetCookie().find((line) => line.startsWith('__Host-'))).toMatch(/Path=\/; .*Secure/)
  expect(owner.me.needsEnrolment).toBe(true)
  expect((await owner.call('GET', '/staff')).body.code).toBe('ENROLMENT_NEEDED')
  const withPassword = await owner.call('PUT', '/password', { password: PASSWORD })
  expect([withPassword.status, withPassword.body.needsEnrolment]).toEqual([200, true])
  await addAuthenticator(owner)
  expect((await owner.call('GET', '/me')).body).toMatchObject({
    needsEnrolment: false,
    recoveryCodesLeft: 10,
  })
  expect((await owner.call('GET', '/staff')).status).toBe(200)

  const packer = await joinStaff(shop, 'packer', 'enrol packer')
  const done = await packer.call('PUT', '/password', { password: PASSWORD })
  expect(done.body.needsEnrolment).toBe(false)
})

test('a link stays fresh while ways to sign in are set up, for half an hour at most', async () => {
  const member = await joinStaff(shop, 'packer', 'slow')
  for (let minute = 0; minute < 27; minute += 4) {
    shop.clock.now += 4 * MINUTE_MS
    expect((await member.call('POST', '/authenticator/secret')).status).toBe(200)
  }
  shop.clock.now += 3 * MINUTE_MS
  expect((await member.call('POST', '/authenticator/secret')).body.code).toBe('FRESH_SIGN_IN_NEEDED')
})

test('a passkey signs in without an address, and is both factors', async () => {
  const owner = await joinStaff(shop, 'owner', 'passkey')
  const { device, status, body } = await addPasskey(owner)
  expect([status, (body as Me).needsEnrolment]).toEqual([200, false])
  expect((body as Me).passkeys).toMatchObject([{ name: 'My phone', lastUsedAt: null }])
  const other = openStaffBrowser(shop)
  const signedIn = await logIn(other, device)
  expect([signedIn.status, signedIn.body.email]).toEqual([200, owner.email])
  expect((await other.call('GET', '/staff')).status).toBe(200)
  // The challenge was used up.
  expect((await openStaffBrowser(shop).call('POST', '/login/passkey', signedIn.sent)).status).toBe(401)
})

test.each<[string, Wrong]>([
  ['from another origin', { origin: 'https://shop.example.attacker.example' }],
  ['for another host', { rpId: 'attacker.example' }],
  ['without a finger, a face or a PIN', { isVerified: false }],
])('a passkey %s is refused, when it is made and when it signs', async (name, wrong) => {
  const member = await joinStaff(shop, 'owner', name.replaceAll(/[^a-z]+/g, ' '))
  expect((await addPasskey(member, { wrong })).body.code).toBe('VALIDATION')
  const { device } = await addPasskey(member)
  expect((await logIn(openStaffBrowser(shop), device, wrong)).body.code).toBe('INVALID_CREDENTIALS')
  const [act] = await listActs(shop.db, { limit: 1 })
  expect(act).toMatchObject({ action: 'staff.log-in', hasFailed: true, details: { by: 'passkey' } })
})

test('a copied passkey, whose counter lags behind, is refused; a late signature too', async () => {
  const member = await joinStaff(shop, 'owner', 'copied')
  const { device } = await addPasskey(member)
  expect((await logIn(openStaffBrowser(shop), device, { counter: 7 })).status).toBe(200)
  for (const counter of [7, 3, 0])
    expect((await logIn(openStaffBrowser(shop), device, { counter })).status).toBe(401)
  const browser = openStaffBrowser(shop)
  const { body } = await browser.call('POST', '/login/passkey-challenge')
  const response = device.get(body.options, { counter: 8 })
  shop.clock.now += 5 * MINUTE_MS
  const late = await browser.call('POST', '/login/passkey', { challengeId: body.challengeId, response })
  expect(late.status).toBe(401)
})

test('nobody registers a passkey with the challenge of another, nor twice', async () => {
  const [ada, bisi] = [await joinStaff(shop, 'owner', 'ada'), await joinStaff(shop, 'owner', 'bisi')]
  const asked = await ada.call('POST', '/passkey/challenge')
  const response = createAuthenticator(ADDRESS).create(asked.body.options)
  const sent = { challengeId: asked.body.challengeId, response, name: 'Stolen' }
  expect((await bisi.call('POST', '/passkey', sent)).body.code).toBe('VALIDATION')
  expect((await ada.call('POST', '/passkey', sent)).status).toBe(200)
  expect((await ada.call('POST', '/passkey', sent)).body.code).toBe('VALIDATION')
})

test('the last way in cannot be removed, though all are removed at once', async () => {
  const owner = await joinStaff(shop, 'owner', 'last')
  for (let added = 0; added < 3; added++) await addPasskey(owner)
  const { body } = await addPasskey(owner)
  const ids = (body as Me).passkeys.map(({ id }) => id)
  const removed = await Promise.all(ids.map((id) => owner.call('DELETE', `/passkey/${id}`)))
  expect(removed.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409])
  await owner.call('PUT', '/password', { password: PASSWORD })
  await addAuthenticator(owner)
  const [left] = ((await owner.call('GET', '/me')).body as Me).passkeys
  expect((await owner.call('DELETE', `/passkey/${left?.id}`)).status).toBe(200)
  const last = await owner.call('DELETE', '/authenticator')
  expect([last.status, last.body.code]).toEqual([409, 'REFUSED'])
})

test('a code of the authenticator counts once, within one step of now', async () => {
  const member = await joinStaff(shop, 'manager', 'totp')
  await member.call('PUT', '/password', { password: PASSWORD })
  const { secret, uri } = await addAuthenticator(member)
  expect(uri).toContain(`secret=${secret}`)
  const tryCode = async (code?: string) => {
    const response = await openStaffBrowser(shop).call('POST', '/login', {
      email: member.email,
      password: PASSWORD,
      ...(code === undefined ? {} : { code }),
    })
    return response.body.code ?? response.status
  }
  expect(await tryCode()).toBe('SECOND_FACTOR_NEEDED')
  // Used for setting it up.
  expect(await tryCode(codeOf(secret))).toBe('INVALID_OTP')
  shop.clock.now += 5 * MINUTE_MS
  expect(await tryCode(codeOf(secret, -2))).toBe('INVALID_OTP')
  expect(await tryCode(codeOf(secret, 2))).toBe('INVALID_OTP')
  expect(await tryCode(codeOf(secret, -1))).toBe(200)
  expect(await tryCode(codeOf(secret, -1))).toBe('INVALID_OTP')
  const once = await Promise.all([1, 2, 3].map(() => tryCode(codeOf(secret, 1))))
  expect(once.map(String).toSorted()).toEqual(['200', 'INVALID_OTP', 'INVALID_OTP'])
  expect(await tryCode(wrongCode(codeOf(secret)))).toBe('INVALID_OTP')
})

test('a recovery code stands in once, in any writing; new ones end the former', async () => {
  const member = await joinStaff(shop, 'owner', 'recovery')
  await member.call('PUT', '/password', { password: PASSWORD })
  const { codes } = await addAuthenticator(member)
  expect(new Set(codes).size).toBe(10)
  const tryCode = async (code = '') => {
    const credentials = { email: member.email, password: PASSWORD, code }
    return (await openStaffBrowser(shop).call('POST', '/login', credentials)).status
  }
  expect(await tryCode(` ${codes[0]?.toUpperCase().replace('-', '')} `)).toBe(200)
  expect(await tryCode(codes[0])).toBe(400)
  expect((await member.call('GET', '/me')).body.recoveryCodesLeft).toBe(9)
  const renewed = await member.call('POST', '/recovery-codes')
  expect(renewed.body.recoveryCodes).toHaveLength(10)
  expect(await tryCode(codes[1])).toBe(400)
  expect(await tryCode(renewed.body.recoveryCodes[0])).toBe(200)
})

test('what is asked for again after 5 minutes is given by password and code, or by a passkey of one’s own', async () => {
  const owner = await joinStaff(shop, 'owner', 'again')
  await owner.call('PUT', '/password', { password: PASSWORD })
  const { codes } = await addAuthenticator(owner)
  const { device } = await addPasskey(owner)
  const change = async () => (await owner.call('POST', '/authenticator/secret')).body.code
  shop.clock.now += 31 * MINUTE_MS
  expect(await change()).toBe('FRESH_SIGN_IN_NEEDED')
  const wrong = await owner.call('POST', '/confirm', { password: 'Wrong-1234', code: codes[0] })
  expect([wrong.status, wrong.body.fields]).toEqual([400, { password: 'That password is wrong.' }])
  expect((await owner.call('POST', '/confirm', { password: PASSWORD })).body.code).toBe(
    'SECOND_FACTOR_NEEDED',
  )
  const bad = await owner.call('POST', '/confirm', { password: PASSWORD, code: 'aaaaa-aaaaa' })
  expect(bad.body.code).toBe('INVALID_OTP')
  expect(await change()).toBe('FRESH_SIGN_IN_NEEDED')
  expect((await owner.call('POST', '/confirm', { password: PASSWORD, code: codes[0] })).status).toBe(200)
  expect(await change()).toBeUndefined()

  shop.clock.now += 31 * MINUTE_MS
  const stranger = await joinStaff(shop, 'packer', 'stranger')
  const { device: strangers } = await addPasskey(stranger)
  const confirm = async (by: Device) => {
    const { body } = await owner.call('POST', '/login/passkey-challenge')
    const sent = { challengeId: body.challengeId, response: by.get(body.options) }
    return (await owner.call('POST', '/confirm/passkey', sent)).status
  }
  expect(await confirm(strangers)).toBe(400)
  expect(await change()).toBe('FRESH_SIGN_IN_NEEDED')
  expect(await confirm(device)).toBe(200)
  expect(await change()).toBeUndefined()
})

test('with nothing to confirm with, the answer says how to go on', async () => {
  const member = await joinStaff(shop, 'packer', 'nothing')
  shop.clock.now += 6 * MINUTE_MS
  const { status, body } = await member.call('POST', '/confirm', { password: PASSWORD })
  expect([status, body.code]).toEqual([409, 'REFUSED'])
  expect(body.message).toContain('one-time link')
})
