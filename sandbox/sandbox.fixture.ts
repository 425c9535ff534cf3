import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts'

/** Shared by the tests of this folder: a sandbox with its own clock, and a merchant that records webhooks. */
export const SECRET_KEY = 'sk_test_of_the_tests'
export const PUBLIC_URL = 'http://shop.test/sandbox'
export const WEBHOOK_URL = 'http://shop.test/api/payment/webhook'

export type Received = {
  body: string
  signature: string
  event: { event: string; data: Record<string, unknown> }
}

export function startSandbox(options: Partial<SandboxOptions> = {}) {
  const clock = { now: new Date('2026-11-20T10:00:00.000Z') }
  const received: Received[] = []
  /** Status codes of the merchant, one per call; 200 once there are none left. */
  const responses: (number | 'unreachable')[] = []
  const merchant: typeof fetch = async (_url, init) => {
    const next = responses.shift() ?? 200
    if (next === 'unreachable') throw new TypeError('fetch failed')
    const body = String(init?.body)
    received.push({
      body,
      signature: new Headers(init?.headers).get('x-paystack-signature') ?? '',
      event: tolerantParse(body),
    })
    return new Response(null, { status: next })
  }
  const sandbox = createSandbox({
    secretKey: SECRET_KEY,
    publicUrl: PUBLIC_URL,
    webhookUrl: WEBHOOK_URL,
    now: () => clock.now,
    fetch: merchant,
    webhookRetryMs: [1, 1, 1],
    refundDelayMs: 60_000,
    ...options,
  })
  return { sandbox, clock, received, responses, ...callers(sandbox) }
}

function tolerantParse(body: string): Received['event'] {
  try {
    return JSON.parse(body)
  } catch {
    return { event: 'unreadable', data: {} }
  }
}
/** Responses are read as loosely as an integration would. */
type Loose = ReturnType<typeof JSON.parse>

function callers(sandbox: Sandbox) {
  const request = (path: string, init: RequestInit = {}) =>
    sandbox.app.request(path, {
      ...init,
      headers: { Authorization: `Bearer ${SECRET_KEY}`, ...init.headers },
    })
  const call = async (path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') => {
    const init: RequestInit = { method, headers: { 'Content-Type': 'application/json' } }
    if (body !== undefined) init.body = JSON.stringify(body)
    const response = await request(path, init)
    return { status: response.status, headers: response.headers, body: (await response.json()) as Loose }
  }
  const initialize = async (extra: Record<string, unknown> = {}) => {
    const { body } = await call('/transaction/initialize', {
      email: 'ada@example.com',
      amount: 1_250_000,
      reference: 'JARA-1',
      callback_url: 'http://shop.test/payment/callback',
      metadata: { merchant_name: 'Jara', cancel_action: 'http://shop.test/checkout' },
      ...extra,
    })
    return body.data as { authorization_url: string; access_code: string; reference: string }
  }
  const verify = async (reference = 'JARA-1') => (await call(`/transaction/verify/${reference}`)).body.data
  /** Posts a form of the hosted page, as a browser without script would. */
  const press = (accessCode: string, action: string, fields: Record<string, string> = {}) =>
    sandbox.app.request(`/checkout/${accessCode}/${action}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    })
  const page = async (accessCode: string) => (await sandbox.app.request(`/checkout/${accessCode}`)).text()
  return { request, call, initialize, verify, press, page }
}
