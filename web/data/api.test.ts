import { expect, test } from 'vitest'
import { ApiError, createApi } from './api.ts'

type Sent = { path: string; init: RequestInit | undefined }

function answering(status: number, body: unknown = {}, headers: Record<string, string> = {}) {
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

test('a refused token is told of once, and the call fails all the same', async () => {
  const { api, refused } = answering(401, { code: 'UNAUTHORIZED', message: 'Please log in to go on.' })
  await expect(api('get', '/auth/profile', {}, { token: 'spent' })).rejects.toThrow('Please log in to go on.')
  expect(refused).toEqual(['spent'])
})

test('a 401 without a token, and any other refusal with one, are nobody’s business but the caller’s', async () => {
  const wrong = answering(401, { code: 'INVALID_CREDENTIALS', message: 'Invalid email or password' })
  const body = { email: 'ada@home.example', password: 'Wrong-1234' }
  await expect(wrong.api('post', '/auth/login', { body })).rejects.toThrow('Invalid email or password')
  expect(wrong.refused).toEqual([])
  const forbidden = answering(403)
  await expect(forbidden.api('get', '/auth/profile', {}, { token: 'good' })).rejects.toThrow(ApiError)
  expect(forbidden.refused).toEqual([])
})

test('a body goes as JSON, or as form data when that is asked for', async () => {
  const { api, sent } = answering(201)
  const body = { fullName: 'Ada Obi', email: 'ada@home.example', password: 'Adire-2026' }
  await api('post', '/auth/register', { body })
  await api('post', '/auth/register', { body }, { asForm: true })
  const [asJson, asForm] = sent.map(({ path, init }) => new Request(`http://shop.example${path}`, init))
  expect(asJson?.headers.get('content-type')).toBe('application/json')
  expect(await asJson?.json()).toEqual(body)
  expect(asForm?.headers.get('content-type')).toMatch(/^multipart\/form-data/)
  expect(Object.fromEntries((await asForm?.formData()) ?? [])).toEqual(body)
})

test('how long to wait comes with the refusal', async () => {
  const { api } = answering(429, { code: 'RATE_LIMITED', message: 'Please wait.' }, { 'retry-after': '42' })
  const failure = api('post', '/auth/forgot-password', { body: { email: 'ada@home.example' } })
  await expect(failure).rejects.toMatchObject({ status: 429, retryAfterS: 42 })
})
