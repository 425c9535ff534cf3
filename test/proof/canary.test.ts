import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLog } from '#server/log/log.ts'
import { loadBuiltPages } from '#server/pages/built.ts'
import { mailedCode } from '#test/support/account.ts'
import { prove } from '#test/support/proof.ts'
import { newKey, purchase, seedPlace, seedProduct } from '#test/support/purchase.ts'
import { PROVIDER_KEY } from '#test/support/shop.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

/** I23: every input and every key is a unique value; then everything that the shop outputs is searched for them. */

const DIST = resolve(import.meta.dirname, '../../dist')
const APP_SECRET = 'Zq7x-app-secret-that-is-long-enough-to-pass'
const CARD = '4084084084084081'
const PERSON = {
  fullName: 'Zq7xname Zq7xsurname',
  email: 'zq7x.mail@canary.example',
  phone: '08031237753',
  address: '12 Zq7xstreet Close',
  city: 'Eti-Osa',
  state: 'Lagos',
}
const PASSWORDS = ['Zq7xpass-2026', 'Zq7xwrong-2026', 'Zq7xnew-2026']

const lines: string[] = []
const errors: string[] = []
const secrets = new Set<string>([
  APP_SECRET,
  PROVIDER_KEY,
  CARD,
  PERSON.fullName,
  PERSON.email,
  '8031237753',
  PERSON.address,
  ...PASSWORDS,
])

const log = createLog({
  level: 'trace',
  format: 'json',
  destination: { write: (line) => lines.push(line) },
})
const shop = openShopScene(
  async ({ db, settings }) => {
    settings.appSecret = APP_SECRET
    // As a shop that sends mail: one with the development mailbox logs the code on purpose.
    settings.devMailbox = false
    settings.rateLimits = false
    await seedPlace(db)
    await seedProduct(db, { id: 'tee' })
  },
  { log, pages: await loadBuiltPages(DIST) },
)

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await shop.request(path, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status >= 400) errors.push(`${method} ${path.split('?')[0]} ${response.status} ${text}`)
  return { status: response.status, text, json: () => JSON.parse(text) }
}

const auth = (path: string, body: unknown) => call('POST', `/api/auth/${path}`, body)
const ofPurchase = () => ({
  ...purchase([{ productId: 'tee' }]),
  email: PERSON.email,
  shippingInfo: { ...PERSON, country: 'Nigeria' },
})

/** A customer's whole life, including errors. */
async function live(): Promise<void> {
  const { fullName, email } = PERSON
  const [password = '', wrong = '', newPassword = ''] = PASSWORDS
  await auth('register', { fullName, email, password })
  const otp = await mailedCode(shop.db, email)
  secrets.add(otp)
  await auth('verify-otp', { email, otp: otp === '000000' ? '111111' : '000000' })
  const { token } = (await auth('verify-otp', { email, otp })).json()
  secrets.add(token)
  await auth('register', { fullName, email, password })
  await auth('login', { email, password: wrong })
  secrets.add((await auth('login', { email, password })).json().token)
  await auth('forgot-password', { email })
  const code = await mailedCode(shop.db, email, 'reset_password')
  secrets.add(code)
  const ticket = (await auth('verify-password-otp', { email, otp: code })).json().otp
  secrets.add(ticket)
  await auth('reset-password', { email, otp: `${ticket}x`, newPassword })
  await auth('reset-password', { email, otp: ticket, newPassword })
  await auth('login', `{"email":"${email}","password":"${password}"`)

  const key = `${newKey()}-zq7x-key`
  secrets.add(key)
  const started = (
    await call('POST', '/api/payment/initialize', ofPurchase(), {
      'idempotency-key': key,
      authorization: `Bearer ${token}`,
    })
  ).json()
  const { reference, access_code: accessCode } = started.data
  secrets.add(reference).add(accessCode)
  const cheap = ofPurchase()
  await call('POST', '/api/payment/initialize', { ...cheap, totalAmount: 1 })
  await call('POST', '/api/payment/initialize', {
    ...cheap,
    shippingInfo: { ...cheap.shippingInfo, phone: ' ' },
  })
  await shop.sandbox.app.request(`/checkout/${accessCode}/card`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ number: CARD, expiry: '09 / 30', cvv: '408' }),
  })
  await shop.sandbox.idle()
  await call('GET', `/api/payment/verify/${reference}`)
  await call(
    'POST',
    '/api/payment/webhook',
    `{"event":"charge.success","data":{"reference":"${reference}","customer":{"email":"${email}"}}}`,
    {
      'x-paystack-signature': 'f'.repeat(128),
    },
  )
  await shop.jobs.runDue()
  await call('GET', '/api/order/my-orders', undefined, { authorization: `Bearer ${token}` })
}

/** The provider and the database fail, with their own error messages about the operation. */
async function fail(): Promise<void> {
  for (const kind of ['error500', 'malformed', 'drop'] as const) {
    shop.sandbox.faults.set({ target: 'initialize', kind, times: 1 })
    await call('POST', '/api/payment/initialize', ofPurchase())
  }
  for (const table of [
    'orders',
    'users',
    'codes',
    'order_lines',
    'checkouts',
    'recent_tries',
    'stranger_failures',
    'sessions',
  ]) {
    await shop.db.execute(sql`alter table ${sql.identifier(table)} rename to moved_away`)
    await call('POST', '/api/payment/initialize', ofPurchase(), { authorization: `Bearer ${'x'.repeat(43)}` })
    await auth('register', { ...PERSON, email: `2${PERSON.email}`, password: PASSWORDS[0] })
    await auth('login', { email: PERSON.email, password: PASSWORDS[2] })
    await auth('forgot-password', { email: PERSON.email })
    await shop.jobs.runDue()
    await shop.db.execute(sql`alter table moved_away rename to ${sql.identifier(table)}`)
  }
}

const PAGES = [
  '/',
  '/products',
  '/products/tee',
  '/checkout',
  '/login',
  '/signup',
  '/orders',
  '/payment/callback',
  '/no-such-page',
]

async function readPages(): Promise<string[]> {
  const read = []
  for (const path of PAGES) {
    read.push(
      await (
        await shop.request(path, { headers: { authorization: `Bearer ${[...secrets].at(-1)}` } })
      ).text(),
    )
  }
  return read
}

/** The encodings in which a value may occur. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [
    secret,
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    encodeURIComponent(secret),
  ].map((form) => form.toLowerCase())
}

/** A code's digits may occur within any number, so it counts only as a separate word. */
function holds(lower: string, secret: string): boolean {
  return /^\d{6}$/.test(secret)
    ? new RegExp(`(?<![0-9a-f])${secret}(?![0-9a-f])`).test(lower)
    : formsOf(secret).some((form) => lower.includes(form))
}

function leaksIn(what: string, texts: readonly string[]): string[] {
  const lower = texts.map((text) => text.toLowerCase())
  return [...secrets].flatMap((secret) => {
    const found = texts[lower.findIndex((text) => holds(text, secret))]
    return found === undefined ? [] : [`${secret} in ${what}: ${found.slice(0, 1_500)}`]
  })
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|json|html|txt|webmanifest)$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
}

test('no secret or personal data is in a log line, an error, a page, a bundle or the API description', async () => {
  await prove(async () => {
    await live()
    await fail()
    expect(lines.length).toBeGreaterThan(20)
    expect(errors.length).toBeGreaterThan(20)
    expect(existsSync(join(DIST, 'client'))).toBe(true)
    const bundles = filesOf(join(DIST, 'client'))
    const pages = await readPages()
    const api = await (await shop.request('/api/openapi.json')).text()
    const docs = await (await shop.request('/api/docs')).text()
    const leaks = [
      ...leaksIn('a log line', lines),
      ...leaksIn('an error', errors),
      ...leaksIn('a page', pages),
      ...leaksIn('a bundle', bundles),
      ...leaksIn('the description of the API', [api, docs]),
      ...bundles.filter((text) => /sk_(test|live)_\w+/.test(text)).map(() => 'a key in a bundle'),
    ]
    expect(leaks.join('\n\n')).toBe('')
    return {
      invariants: 'I23',
      what: `${secrets.size} unique values as every input and key, through a customer’s life and 10 kinds of failure`,
      count: lines.length + errors.length + pages.length + bundles.length + 2,
      unit: 'texts searched',
      found: `none in ${lines.length} log lines, ${errors.length} errors, ${pages.length} pages, ${bundles.length} bundles and the API’s description`,
    }
  })
})
