import { afterEach, expect, test, vi } from 'vitest'
import { type Api, createApi } from '#web/data/api.ts'
import { ApiError, ApiTimeout } from './api.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

type Sent = { path: string; init: RequestInit | undefined }

function responding(status: number, body: unknown = {}, headers: Record<string, string> = {}) {
  const sent: Sent[] = []
  const refused: string[] = []
  const api = createApi(
    async (path, init) => {
      sent.push({ path, init })
      return Response.json(body, { status, headers })
    },
    (token) => refused.push(token),
  )
  return { api, sent, refused }
}

test('a refused token is reported once, and the call still fails', { tags: ['7.1'] }, async () => {
  const { api, refused } = responding(401, { code: 'UNAUTHORIZED', message: 'Please log in to go on.' })
  await expect(api('get', '/auth/profile', {}, { token: 'spent' })).rejects.toThrow('Please log in to go on.')
  expect(refused).toEqual(['spent'])
})

test('a 401 without a token, and any other refusal with one, are reported only to the caller', async () => {
  const wrong = responding(401, { code: 'INVALID_CREDENTIALS', message: 'Invalid email or password' })
  const body = { email: 'ada@home.example', password: 'Wrong-1234' }
  await expect(wrong.api('post', '/auth/login', { body })).rejects.toThrow('Invalid email or password')
  expect(wrong.refused).toEqual([])
  const forbidden = responding(403)
  await expect(forbidden.api('get', '/auth/profile', {}, { token: 'good' })).rejects.toThrow(ApiError)
  expect(forbidden.refused).toEqual([])
})

test('a body is sent as JSON, or as form data on request', async () => {
  const { api, sent } = responding(201)
  const body = { fullName: 'Ada Obi', email: 'ada@home.example', password: 'Adire-2026' }
  await api('post', '/auth/register', { body })
  await api('post', '/auth/register', { body }, { asForm: true })
  const [asJson, asForm] = sent.map(({ path, init }) => new Request(`http://shop.example${path}`, init))
  expect(asJson?.headers.get('content-type')).toBe('application/json')
  expect(await asJson?.json()).toEqual(body)
  expect(asForm?.headers.get('content-type')).toMatch(/^multipart\/form-data/)
  expect(Object.fromEntries((await asForm?.formData()) ?? [])).toEqual(body)
})

test('a refusal carries how long to wait', async () => {
  const { api } = responding(429, { code: 'RATE_LIMITED', message: 'Please wait.' }, { 'retry-after': '42' })
  const failure = api('post', '/auth/forgot-password', { body: { email: 'ada@home.example' } })
  await expect(failure).rejects.toMatchObject({ status: 429, retryAfterS: 42 })
})

/** In a browser, on a dead connection: `answer` is what arrives before it dies. */
function dying(response?: Response) {
  vi.useFakeTimers()
  vi.stubEnv('SSR', false)
  return createApi((_path, init) =>
    response
      ? Promise.resolve(response)
      : new Promise((_, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        }),
  )
}

test.each([
  ['what is read', 10_000, (api: Api) => api('get', '/app-data/tags')],
  ['what is written', 30_000, (api: Api) => api('post', '/auth/logout')],
  ['a call with its own limit', 15_000, (api: Api) => api('get', '/app-data/tags', {}, { limitMs: 15_000 })],
])('without a response %s ends after %i ms, like a lost network but marked', async (_, limitMs, ask) => {
  const end = vi.fn()
  void ask(dying()).catch(end)
  await vi.advanceTimersByTimeAsync(limitMs - 100)
  expect(end).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(end).toHaveBeenCalledExactlyOnceWith(expect.any(ApiTimeout))
  expect(end).toHaveBeenCalledWith(expect.objectContaining({ name: 'ApiError', status: 0 }))
})

test('a response that breaks off, or is not one of the shop, is a lost network too', async () => {
  const api = dying(new Response('<p>Log in to this network'))
  const failure = await api('get', '/app-data/tags').catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'ApiError', status: 0 })
  expect(failure).not.toBeInstanceOf(ApiTimeout)
})

test.each([
  [502, true],
  [503, true],
  [504, true],
  [500, false],
  [404, false],
])('a proxy’s page with a %i may hide what the call has done: %s', async (status, isLost) => {
  const api = createApi(async () => new Response('<h1>nginx</h1>', { status }))
  const failure = await api('post', '/auth/logout').catch((error: unknown) => error)
  expect(failure).toMatchObject({ status, isLost })
})

test('a 503 of the shop itself is a response', async () => {
  const { api } = responding(503, { code: 'UNAVAILABLE', message: 'Please try again.' })
  const failure = await api('post', '/auth/logout').catch((error: unknown) => error)
  expect(failure).toMatchObject({ status: 503, isLost: false })
})

test('an aborted call rejects with the caller’s own reason', async () => {
  const api = dying()
  const own = new AbortController()
  const call = api('get', '/app-data/tags', {}, { signal: own.signal })
  own.abort(new Error('Looked away'))
  await expect(call).rejects.toThrow('Looked away')
})
