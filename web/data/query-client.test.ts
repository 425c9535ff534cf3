import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, ApiTimeout } from '#shared/client/api.ts'
import { createQueryClient } from './query-client.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  onlineManager.setOnline(true)
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

test('a response is cached for 60 seconds after its last use, and requested again once it is 30 seconds old', {
  tags: ['9.25'],
}, async () => {
  vi.stubEnv('SSR', false)
  const client = createQueryClient()
  let asked = 0
  const ask = () => client.fetchQuery({ queryKey: ['tees'], queryFn: async () => ++asked })
  expect(await ask()).toBe(1)
  await vi.advanceTimersByTimeAsync(29_900)
  expect(await ask()).toBe(1)
  await vi.advanceTimersByTimeAsync(200)
  expect(client.getQueryData(['tees'])).toBe(1)
  expect(await ask()).toBe(2)
  await vi.advanceTimersByTimeAsync(59_900)
  expect(client.getQueryData(['tees'])).toBe(2)
  await vi.advanceTimersByTimeAsync(200)
  expect(client.getQueryData(['tees'])).toBeUndefined()
})

test.each([
  ['a failing server', 3, new ApiError(503, undefined)],
  ['a lost network', 3, new ApiError(0, undefined)],
  ['a silent network', 1, new ApiTimeout()],
  ['a refusal', 1, new ApiError(404, undefined)],
])('in the browser, %s is requested %i times', async (_, times, error) => {
  vi.stubEnv('SSR', false)
  const client = createQueryClient()
  const failing = vi.fn(() => Promise.reject(error))
  const response = client.query({ queryKey: ['fails'], queryFn: failing }).catch(() => 'failed')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await response).toBe('failed')
  expect(failing).toHaveBeenCalledTimes(times)
})

test('on the server a failing request is made once', async () => {
  const client = createQueryClient()
  const failing = vi.fn(() => Promise.reject(new ApiError(503, undefined)))
  await expect(client.ensureQueryData({ queryKey: ['fails'], queryFn: failing })).rejects.toThrow()
  expect(failing).toHaveBeenCalledTimes(1)
})

test('on the server a response is requested once, and not at all if it is known', async () => {
  const client = createQueryClient()
  const tees = vi.fn(async () => ['tee'])
  expect(await client.ensureQueryData({ queryKey: ['tees'], queryFn: tees })).toEqual(['tee'])
  await client.prefetchQuery({ queryKey: ['tees'], queryFn: tees })
  await client.prefetchQuery({ queryKey: ['caps'], queryFn: async () => ['cap'] })
  await client.prefetchQuery({
    queryKey: ['fails'],
    queryFn: () => Promise.reject(new ApiError(503, undefined)),
  })
  expect(client.getQueryData(['caps'])).toEqual(['cap'])
  expect(await client.ensureQueryData({ queryKey: ['tees'], queryFn: tees })).toEqual(['tee'])
  expect(tees).toHaveBeenCalledTimes(1)
})

test('what is submitted without a network fails at once, and is not sent later', async () => {
  onlineManager.setOnline(false)
  const sending = vi.fn(() => Promise.reject(new ApiError(0, undefined)))
  const submit = new MutationObserver(createQueryClient(), { mutationFn: sending })
  await expect(submit.mutate()).rejects.toThrow(ApiError)
  onlineManager.setOnline(true)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sending).toHaveBeenCalledTimes(1)
})
