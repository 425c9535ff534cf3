import { describe, expect, test } from 'vitest'
import { SECRET_KEY, startSandbox } from './sandbox.fixture.ts'

describe('initialize', () => {
  test('returns a hosted page, its code and the reference', async () => {
    const { call } = startSandbox()
    const { status, body } = await call('/transaction/initialize', { email: 'a@b.co', amount: '500000' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: true, message: 'Authorization URL created' })
    expect(body.data.authorization_url).toBe(`http://shop.test/sandbox/checkout/${body.data.access_code}`)
    expect(body.data.reference).toMatch(/^[a-z0-9]{16}$/)
  })

  test.each([
    ['a bad e-mail', { email: 'ada' }, 'invalid_email_address'],
    ['half a kobo', { amount: 100_000.5 }, 'invalid_amount'],
    ['less than ₦50', { amount: 4999 }, 'invalid_amount'],
    ['another currency', { currency: 'GHS' }, 'unsupported_currency'],
    ['a reference with a slash', { reference: 'a/b' }, 'invalid_params'],
    ['no supported channel', { channels: ['ussd'] }, 'no_active_channel'],
    ['a script as callback', { callback_url: 'javascript:alert(1)' }, 'invalid_params'],
  ])('refuses %s', async (_name, change, code) => {
    const { call, sandbox } = startSandbox()
    const { status, body } = await call('/transaction/initialize', {
      email: 'ada@example.com',
      amount: 500_000,
      ...change,
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({ status: false, code, type: 'validation_error' })
    expect(body.meta.nextStep).toEqual(expect.any(String))
    expect(sandbox.ledger()).toHaveLength(0)
  })

  test('takes a reference once', async () => {
    const { call, initialize, sandbox } = startSandbox()
    await initialize()
    const { status, body } = await call('/transaction/initialize', {
      email: 'ada@example.com',
      amount: 500_000,
      reference: 'JARA-1',
    })
    expect(status).toBe(400)
    expect(body.code).toBe('duplicate_reference')
    expect(sandbox.ledger()).toHaveLength(1)
  })
})

test.each(['/transaction', '/transaction/verify/x', '/refund', '/__ledger', '/__faults'])(
  '%s requires the key',
  async (path) => {
    const { sandbox } = startSandbox()
    const without = await sandbox.app.request(path)
    expect(without.status).toBe(401)
    const wrong = await sandbox.app.request(path, { headers: { Authorization: `Bearer ${SECRET_KEY}x` } })
    expect(wrong.status).toBe(401)
    expect(await wrong.json()).toMatchObject({ status: false, message: 'Invalid key', code: 'invalid_Key' })
  },
)

describe('verify', () => {
  test('returns all details of a paid transaction', async () => {
    const { initialize, press, verify } = startSandbox()
    const { access_code } = await initialize()
    await press(access_code, 'test-card', { card: 'success' })
    expect(await verify()).toMatchObject({
      status: 'success',
      amount: 1_250_000,
      requested_amount: 1_250_000,
      // 1.5% of ₦12,500 + ₦100
      fees: 28_750,
      gateway_response: 'Successful',
      paid_at: '2026-11-20T10:00:00.000Z',
      paidAt: '2026-11-20T10:00:00.000Z',
      authorization: { bin: '408408', last4: '4081', brand: 'visa', bank: 'TEST BANK', reusable: true },
    })
  })
})

test('the list pages newest first and filters by time and status', async () => {
  const { initialize, call, clock, sandbox } = startSandbox()
  for (let day = 1; day <= 5; day++) {
    clock.now = new Date(`2026-11-0${day}T12:00:00Z`)
    await initialize({ reference: `day-${day}` })
    if (day % 2) await sandbox.advance(`day-${day}`, 'success')
  }
  const references = (body: { data: { reference: string }[] }) => body.data.map((row) => row.reference)
  const page = await call('/transaction?perPage=2&page=2')
  expect(references(page.body)).toEqual(['day-3', 'day-2'])
  expect(page.body.meta).toEqual({ total: 5, skipped: 2, perPage: 2, page: 2, pageCount: 3 })
  expect(references((await call('/transaction?status=success')).body)).toEqual(['day-5', 'day-3', 'day-1'])
  const span = '/transaction?from=2026-11-02T00:00:00Z&to=2026-11-03T23:59:59Z'
  expect(references((await call(span)).body)).toEqual(['day-3', 'day-2'])
  expect((await call('/transaction?from=yesterday')).status).toBe(400)
  expect((await call('/transaction?page=0')).status).toBe(400)
})
