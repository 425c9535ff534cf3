import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { logName } from '#server/http/keyed-hash.ts'
import { mailedCode } from '#test/support/account.ts'
import { PASSWORD, wrongCode } from '#test/support/login.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const EMAIL = 'ada@example.ng'
const lines: string[] = []
const shop = openShopScene(
  async () => {
    // With outgoing mail: a shop that stores its mail logs the code on purpose.
    shop.settings.devMailbox = false
  },
  { log: pino({ base: null }, { write: (line) => lines.push(line) }) },
)
beforeEach(() => void lines.splice(0))

const post = (call: string, body: object) => shop.call('POST', `/api/auth/${call}`, body)

type Line = { msg: string; call: string; outcome: string; account: string }
function outcomes(): string[] {
  const logged = lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'account call')
  for (const { account } of logged) expect(account).toBe(logName(shop.settings.appSecret, EMAIL))
  return logged.map(({ call, outcome }) => `${call} ${outcome}`)
}

test('the outcome of each account route is logged under a pseudonym', async () => {
  await post('register', { fullName: 'Ada Obi', email: EMAIL, password: PASSWORD })
  const code = await mailedCode(shop.db, EMAIL)
  await post('verify-otp', { email: EMAIL, otp: wrongCode(code) })
  await post('verify-otp', { email: EMAIL, otp: code })
  await post('login', { email: EMAIL, password: 'Wrong-1234' })
  await post('login', { email: EMAIL, password: PASSWORD })
  await post('resend-otp', { email: EMAIL, purpose: 'verify_email' })
  shop.clock.now += 60_000
  await post('forgot-password', { email: EMAIL })
  const otp = await mailedCode(shop.db, EMAIL, 'reset_password')
  const ticket = (await post('verify-password-otp', { email: EMAIL, otp })).body.otp
  await post('reset-password', { email: EMAIL, otp: ticket, newPassword: 'Indigo-2026' })
  await post('reset-password', { email: EMAIL, otp: ticket, newPassword: 'Indigo-2026' })
  expect(outcomes()).toEqual([
    'register DONE',
    'verify-otp INVALID_OTP',
    'verify-otp DONE',
    'login INVALID_CREDENTIALS',
    'login DONE',
    'resend-otp RATE_LIMITED',
    'forgot-password DONE',
    'verify-password-otp DONE',
    'reset-password DONE',
    'reset-password INVALID_OTP',
  ])
  for (const secret of [EMAIL, PASSWORD, code, otp, ticket]) expect(lines.join('')).not.toContain(secret)
})

test('a login that must wait is logged as rate limited', async () => {
  for (let tried = 0; tried < 7; tried++) await post('login', { email: EMAIL, password: 'Wrong-1234' })
  expect(outcomes()).toContain('login RATE_LIMITED')
})
