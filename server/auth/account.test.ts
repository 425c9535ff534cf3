import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { codes, sessions, users } from '#server/db/schema/person.ts'
import { listMails, mailedCode, signUp } from '#test/support/account.ts'
import { openAccountScene, registration } from '#test/support/account-scene.ts'
import { PASSWORD, wrongCode } from '#test/support/login.ts'

const { shop, post, profile, mailsTo } = openAccountScene()

test('registering stores the account unverified, mails a code and signs nobody in', {
  tags: ['4.1', '7.3'],
}, async () => {
  const { status, body } = await post('register', registration(' Ada@Example.NG '))
  expect([status, body]).toEqual([
    201,
    { email: 'ada@example.ng', message: 'Check your email for the verification code' },
  ])
  const [row] = await shop.db.select().from(users).where(eq(users.email, 'ada@example.ng'))
  expect(row).toMatchObject({ fullName: 'Ada Obi', emailVerifiedAt: null })
  expect(row?.passwordHash).toMatch(/^\$argon2id\$/)
  expect(await shop.db.select().from(sessions)).toEqual([])
})

test('the code signs in, and signs in once', { tags: ['7.4', '7.10'] }, async () => {
  await post('register', registration('once@example.ng'))
  const otp = await mailedCode(shop.db, 'once@example.ng')
  const { status, body, headers } = await post('verify-otp', { email: 'Once@Example.ng', otp })
  expect(status).toBe(200)
  expect(body).toEqual({
    token: expect.stringMatching(/^[\w-]{43}$/),
    user: { id: expect.any(String), fullName: 'Ada Obi', email: 'once@example.ng' },
  })
  expect(headers.get('cache-control')).toBe('no-store')
  const me = await profile(body.token)
  expect([me.status, me.body]).toEqual([200, { user: body.user }])
  const again = await post('verify-otp', { email: 'once@example.ng', otp })
  expect([again.status, again.body.code]).toEqual([400, 'INVALID_OTP'])
})

test('neither code nor token nor password is stored in plain text', async () => {
  const { token } = await signUp(shop, 'secret@example.ng')
  await shop.jobs.runDue()
  const everything = JSON.stringify([
    await shop.db.select().from(users),
    await shop.db.select().from(sessions),
    await shop.db.select().from(codes),
    await listMails(shop.db, 'secret@example.ng'),
  ])
  expect(everything).not.toContain(token)
  expect(everything).not.toContain(PASSWORD)
  expect(everything).not.toMatch(/"code":/)
})

test('a code is valid for 10 minutes', async () => {
  await post('register', registration('late@example.ng'))
  const otp = await mailedCode(shop.db, 'late@example.ng')
  shop.clock.now += 10 * 60_000
  expect((await post('verify-otp', { email: 'late@example.ng', otp })).body.code).toBe('INVALID_OTP')
  await post('resend-otp', { email: 'late@example.ng', purpose: 'verify_email' })
  const fresh = await mailedCode(shop.db, 'late@example.ng')
  shop.clock.now += 10 * 60_000 - 1
  expect((await post('verify-otp', { email: 'late@example.ng', otp: fresh })).status).toBe(200)
})

test('a verified address is taken; an unverified one may be registered again, and the newest password holds', async () => {
  await signUp(shop, 'taken@example.ng')
  const taken = await post('register', registration('TAKEN@example.ng'))
  expect([taken.status, taken.body.code]).toEqual([409, 'EMAIL_TAKEN'])

  await post('register', { ...registration('twice@example.ng'), password: 'Wrong-1234' })
  shop.clock.now += 30_000
  const again = await post('register', { ...registration('twice@example.ng'), fullName: 'Bola Ade' })
  expect(again.status).toBe(201)
  const otp = await mailedCode(shop.db, 'twice@example.ng')
  const cookie = again.headers.get('set-cookie')?.split(';')[0] ?? ''
  const verified = await post('verify-otp', { email: 'twice@example.ng', otp }, { cookie })
  expect(verified.body.user.fullName).toBe('Bola Ade')
  const login = (password: string) => post('login', { email: 'twice@example.ng', password })
  expect((await login('Wrong-1234')).status).toBe(401)
  expect((await login(PASSWORD)).status).toBe(200)
})

test('codes that a stranger requested before there was an account neither keep its owner from signing up nor count', async () => {
  const email = 'awaited@example.ng'
  const resend = async (purpose: string) => (await post('resend-otp', { email, purpose })).status
  for (let asked = 0; asked < 5; asked++) {
    expect(await resend(asked % 2 === 0 ? 'verify_email' : 'reset_password')).toBe(200)
    shop.clock.now += 31_000
  }
  expect(await resend('verify_email')).toBe(429)
  expect((await post('register', registration(email))).status).toBe(201)
  const first = await mailedCode(shop.db, email)
  expect(await listMails(shop.db, email)).toHaveLength(1)
  for (let asked = 1; asked < 5; asked++) {
    shop.clock.now += 31_000
    expect(await resend('verify_email')).toBe(200)
  }
  shop.clock.now += 31_000
  expect(await resend('verify_email')).toBe(429)
  const newest = await mailedCode(shop.db, email)
  if (first !== newest) expect((await post('verify-otp', { email, otp: first })).status).toBe(400)
  expect((await post('verify-otp', { email, otp: newest })).status).toBe(200)
})

test('signing up again within 30 seconds of the last code, or after five in an hour, is refused, and changes nothing', {
  tags: ['7.2'],
}, async () => {
  const email = 'hasty@example.ng'
  await post('register', registration(email))
  const replacing = { ...registration(email), password: 'Strange-1234' }
  shop.clock.now += 12_000
  const soon = await post('register', replacing)
  expect([soon.status, soon.headers.get('retry-after'), soon.body]).toEqual([
    429,
    '18',
    { code: 'RATE_LIMITED', message: 'Please wait 18 seconds before signing up again.' },
  ])
  for (let asked = 1; asked < 5; asked++) {
    shop.clock.now += 30_000
    await post('resend-otp', { email, purpose: 'verify_email' })
  }
  shop.clock.now += 48_000
  expect((await post('register', replacing)).body.message).toBe(
    'Please wait 57 minutes before signing up again.',
  )
  await post('verify-otp', { email, otp: await mailedCode(shop.db, email) })
  expect((await post('login', { email, password: PASSWORD })).status).toBe(200)
})

test('a code for a sign-up that replaced another is not in the subject: the mail first says what it opens', async () => {
  const email = 'contested@example.ng'
  const newestMail = async () => {
    await shop.jobs.runDue()
    return (await mailsTo(email))[0]
  }
  await post('register', registration(email))
  expect((await newestMail())?.subject).toMatch(/^\d{6} /)
  for (const path of ['register', 'resend-otp']) {
    shop.clock.now += 30_000
    const body =
      path === 'register'
        ? { ...registration(email), password: 'Strange-1234' }
        : { email, purpose: 'verify_email' }
    expect((await post(path, body)).status).toBeLessThan(300)
    const mail = await newestMail()
    const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? 'no code'
    expect(mail?.subject).not.toMatch(/\d/)
    for (const text of [mail?.text ?? '', mail?.html ?? '']) {
      expect(text.indexOf('do not use this code')).toBeGreaterThan(0)
      expect(text.indexOf('do not use this code')).toBeLessThan(text.indexOf(code))
    }
  }
  // A day later nobody expects the code of the first sign-up any more.
  shop.clock.now += 24 * 60 * 60_000
  await post('resend-otp', { email, purpose: 'verify_email' })
  expect((await newestMail())?.subject).toMatch(/^\d{6} /)
  // Following the mail's advice gives an account with the reader's own password.
  shop.clock.now += 30_000
  const cookie = (await post('register', registration(email))).headers.get('set-cookie')?.split(';')[0] ?? ''
  await post('verify-otp', { email, otp: await mailedCode(shop.db, email) }, { cookie })
  expect((await post('login', { email, password: 'Strange-1234' })).status).toBe(401)
  expect((await post('login', { email, password: PASSWORD })).status).toBe(200)
})

test('the reset: code, ticket, new password; every session ends and a mail says so', {
  tags: ['7.7', '7.8'],
}, async () => {
  const { token } = await signUp(shop, 'reset@example.ng')
  await post('forgot-password', { email: 'reset@example.ng' })
  const code = await mailedCode(shop.db, 'reset@example.ng', 'reset_password')
  const { status, body } = await post('verify-password-otp', { email: 'reset@example.ng', otp: code })
  expect([status, body]).toEqual([200, { otp: expect.stringMatching(/^[\w-]{43}$/) }])
  const reset = (otp: string) =>
    post('reset-password', { email: 'reset@example.ng', otp, newPassword: 'Brand-New-1' })

  // The code is used up, and a ticket works for its own address only.
  expect((await reset(code)).body.code).toBe('INVALID_OTP')
  const elsewhere = { email: 'login@example.ng', otp: body.otp, newPassword: 'Brand-New-1' }
  expect((await post('reset-password', elsewhere)).body.code).toBe('INVALID_OTP')

  expect((await reset(body.otp)).status).toBe(200)
  expect((await profile(token)).status).toBe(401)
  const login = (password: string) => post('login', { email: 'reset@example.ng', password })
  expect((await login(PASSWORD)).body.code).toBe('INVALID_CREDENTIALS')
  expect((await login('Brand-New-1')).status).toBe(200)
  expect((await reset(body.otp)).body.code).toBe('INVALID_OTP')
  await shop.jobs.runDue()
  const subjects = (await mailsTo('reset@example.ng')).map((mail) => mail.subject)
  expect(subjects).toContain('Your Jara password was changed')
})

test('the mailed code resets by itself while it is unused', { tags: ['7.9'] }, async () => {
  await signUp(shop, 'direct@example.ng')
  await post('forgot-password', { email: 'direct@example.ng' })
  const otp = await mailedCode(shop.db, 'direct@example.ng', 'reset_password')
  const reset = (proof: string) =>
    post('reset-password', { email: 'direct@example.ng', otp: proof, newPassword: 'Brand-New-1' })
  expect((await reset(wrongCode(otp))).body.code).toBe('INVALID_OTP')
  expect((await reset(otp)).status).toBe(200)
  expect((await reset(otp)).body.code).toBe('INVALID_OTP')
})

test.each(['the mailed code', 'the ticket'])(
  'a reset with %s ends the other proofs that could still be used',
  async (used) => {
    const email = `${used.replaceAll(' ', '-')}@example.ng`
    await signUp(shop, email)
    await post('forgot-password', { email })
    const first = await mailedCode(shop.db, email, 'reset_password')
    const { otp: ticket } = (await post('verify-password-otp', { email, otp: first })).body
    shop.clock.now += 30_000
    await post('forgot-password', { email })
    const code = await mailedCode(shop.db, email, 'reset_password')
    const reset = async (otp: string) =>
      (await post('reset-password', { email, otp, newPassword: 'Brand-New-1' })).status
    const proofs = used === 'the ticket' ? [ticket, code] : [code, ticket]
    expect([await reset(proofs[0]), await reset(proofs[1])]).toEqual([200, 400])
  },
)

test('a ticket is valid for 10 minutes', async () => {
  await signUp(shop, 'slow@example.ng')
  await post('forgot-password', { email: 'slow@example.ng' })
  const code = await mailedCode(shop.db, 'slow@example.ng', 'reset_password')
  const { otp } = (await post('verify-password-otp', { email: 'slow@example.ng', otp: code })).body
  shop.clock.now += 10 * 60_000
  const late = { email: 'slow@example.ng', otp, newPassword: 'Brand-New-1' }
  expect((await post('reset-password', late)).body.code).toBe('INVALID_OTP')
})

test('resetting the password of an unverified account verifies it, since the mail proves the address', async () => {
  await post('register', registration('shortcut@example.ng'))
  await post('forgot-password', { email: 'shortcut@example.ng' })
  const otp = await mailedCode(shop.db, 'shortcut@example.ng', 'reset_password')
  const newPassword = 'Brand-New-1'
  expect((await post('reset-password', { email: 'shortcut@example.ng', otp, newPassword })).status).toBe(200)
  expect((await post('login', { email: 'shortcut@example.ng', password: newPassword })).status).toBe(200)
})

test.each([
  ['register', {}, 'Full name is required'],
  ['register', { fullName: 'A', email: 'x', password: 'y' }, 'Name must be at least 2 characters'],
  ['login', { email: 'x', password: 'y' }, 'Invalid email address'],
  ['verify-otp', { email: 'a@b.ng', otp: '12345' }, 'Please enter a 6-digit OTP'],
  ['verify-password-otp', { email: 'a@b.ng', otp: 123456 }, 'Please enter a 6-digit OTP'],
  ['resend-otp', { email: 'a@b.ng', purpose: 'party' }, "Purpose must be 'verify_email' or 'reset_password'"],
  [
    'reset-password',
    { email: 'a@b.ng', otp: '123456', newPassword: 'short' },
    'Password must be at least 8 characters',
  ],
])('%s with %o says what is wrong', { tags: ['5.11'] }, async (path, body, message) => {
  const response = await post(path, body)
  expect([response.status, response.body.code, response.body.message]).toEqual([400, 'VALIDATION', message])
})
