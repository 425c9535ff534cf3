import { describe, expect, test } from 'vitest'
import { startSandbox } from './sandbox.fixture.ts'

const CALLBACK = 'http://shop.test/payment/callback?trxref=JARA-1&reference=JARA-1'
const success = { number: '4084 0840 8408 4081', expiry: '09 / 30', cvv: '408' }

describe('the page', () => {
  test('shows merchant, amount and e-mail, says what it is, and has no script', async () => {
    const { initialize, page } = startSandbox()
    const text = await page((await initialize()).access_code)
    expect(text).toContain('Pay Jara')
    expect(text).toContain('NGN 12,500.00')
    expect(text).toContain('ada@example.com')
    expect(text).toContain('Sandbox – no real money')
    expect(text).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=/i)
    for (const token of ['cc-number', 'cc-exp', 'cc-csc']) expect(text).toContain(`autocomplete="${token}"`)
  })

  test('allows its stylesheet, its own forms and the return URLs, nothing else', async () => {
    const { initialize, sandbox } = startSandbox()
    const { access_code } = await initialize({ callback_url: 'https://elsewhere.test/done' })
    const response = await sandbox.app.request(`/checkout/${access_code}`)
    const policy = response.headers.get('Content-Security-Policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self' https://elsewhere.test http://shop.test;")
    expect(policy).not.toContain('unsafe')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const href = /href="\/sandbox(\/assets\/[^"]+)"/.exec(await response.text())?.[1]
    const style = await sandbox.app.request(href ?? 'missing')
    expect(style.headers.get('Content-Type')).toContain('text/css')
  })

  test('escapes what the merchant sent and ignores a cancel address that is script', async () => {
    const { initialize, page, press } = startSandbox()
    const { access_code } = await initialize({
      email: 'a"b@example.com',
      metadata: { merchant_name: '<img src=x onerror=alert(1)>', cancel_action: 'javascript:alert(1)' },
    })
    expect(await page(access_code)).not.toContain('<img')
    expect((await press(access_code, 'cancel')).headers.get('Location')).toBe(CALLBACK)
  })

  test('an unknown code is 404, a late visit 410', async () => {
    const { initialize, sandbox, clock, press, verify } = startSandbox()
    expect((await sandbox.app.request('/checkout/nobody')).status).toBe(404)
    expect((await press('nobody', 'card')).status).toBe(404)
    const { access_code } = await initialize()
    clock.now = new Date(clock.now.getTime() + 24 * 3_600_000)
    const late = await sandbox.app.request(`/checkout/${access_code}`)
    expect(late.status).toBe(410)
    expect(await late.text()).toContain('has expired')
    expect((await press(access_code, 'card', success)).status).toBe(410)
    expect((await verify()).status).toBe('abandoned')
  })
})

describe('a card', () => {
  test('that is approved pays and returns to the merchant', async () => {
    const { initialize, press, verify, page } = startSandbox()
    const { access_code } = await initialize()
    const response = await press(access_code, 'card', success)
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe(CALLBACK)
    expect(await verify()).toMatchObject({
      status: 'success',
      authorization: { exp_month: '09', exp_year: '2030' },
    })
    const used = await page(access_code)
    expect(used).toContain('cannot be used again')
    expect(used).not.toContain('cc-number')
  })

  test.each([
    [
      'nothing',
      { number: '', expiry: '', cvv: '' },
      ['Enter the card number', 'Enter the expiry date', 'Enter the security code'],
    ],
    ['a real card', { ...success, number: '5555 5555 5555 4444' }, ['never a real card']],
    ['no date', { ...success, expiry: '13/30' }, ['as month and year']],
  ])('form with %s is refused with a message', async (_name, entry, messages) => {
    const { initialize, press, verify } = startSandbox()
    const { access_code } = await initialize()
    const response = await press(access_code, 'card', entry)
    expect(response.status).toBe(422)
    const text = await response.text()
    for (const message of messages) expect(text).toContain(message)
    expect(text).toContain('role="alert"')
    expect(text).toContain('<title>Error: ')
    if (entry.number) expect(text).toContain(`value="${entry.number}"`)
    if (entry.cvv) expect(text).not.toContain(`value="${entry.cvv}"`)
    expect((await verify()).status).toBe('abandoned')
  })

  test.each([
    ['declined', 'Declined', 'Your bank declined the card'],
    ['insufficient', 'Insufficient Funds', 'not enough money'],
  ])('%s fails with a reason, and another may follow', async (card, reason, words) => {
    const { initialize, press, verify, page } = startSandbox()
    const { access_code } = await initialize()
    const response = await press(access_code, 'test-card', { card })
    expect(response.headers.get('Location')).toBe(`/sandbox/checkout/${access_code}`)
    expect(await verify()).toMatchObject({ status: 'failed', gateway_response: reason, paid_at: null })
    const text = await page(access_code)
    expect(text).toContain(words)
    expect(text).toContain('Return to Jara')
    await press(access_code, 'card', success)
    expect((await verify()).status).toBe('success')
  })
})

describe('a question', () => {
  test('PIN 1234, then code 123456', async () => {
    const { initialize, press, verify, page } = startSandbox()
    const { access_code } = await initialize()
    await press(access_code, 'test-card', { card: 'otp' })
    await press(access_code, 'otp', { otp: '123456' })
    expect((await verify()).status).toBe('ongoing')
    await press(access_code, 'pin', { pin: '1234' })
    expect(await page(access_code)).toContain('autocomplete="one-time-code"')
    await press(access_code, 'otp', { otp: '123 456' })
    expect((await verify()).status).toBe('success')
  })

  test('three wrong answers fail it', async () => {
    const { initialize, press, verify, page } = startSandbox()
    const { access_code } = await initialize()
    await press(access_code, 'test-card', { card: 'pin' })
    await press(access_code, 'pin', { pin: '0000' })
    expect(await page(access_code)).toContain('2 tries are left')
    await press(access_code, 'pin', { pin: '0000' })
    expect((await verify()).status).toBe('ongoing')
    await press(access_code, 'pin', { pin: '0000' })
    expect(await verify()).toMatchObject({ status: 'failed', gateway_response: 'Incorrect PIN' })
  })
})

describe('cancelling', () => {
  test('goes to cancel_action and charges nothing', async () => {
    const { initialize, press, verify } = startSandbox()
    const { access_code } = await initialize()
    await press(access_code, 'test-card', { card: 'pin' })
    const response = await press(access_code, 'cancel')
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('http://shop.test/checkout')
    expect((await verify()).status).toBe('abandoned')
  })
})
