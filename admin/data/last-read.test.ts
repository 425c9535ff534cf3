import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { stubLocalStorage } from '#test/support/local-storage.ts'
import { keepLastRead } from './last-read.ts'

stubLocalStorage()
beforeEach(() => {
  vi.stubGlobal('addEventListener', () => {})
})

const openPage = () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000 } } })
  keepLastRead(queryClient, () => {})
  return queryClient
}

test('what a page read a moment before it was loaded again is shown at once, and read again', async () => {
  vi.useFakeTimers()
  openPage().setQueryData(['today'], 'two orders')
  await vi.advanceTimersByTimeAsync(1_000)
  const queryClient = openPage()
  expect(queryClient.getQueryData(['today'])).toBe('two orders')
  const queryFn = vi.fn(async () => 'three orders')
  const observer = new QueryObserver(queryClient, { queryKey: ['today'], queryFn })
  const shown: unknown[] = []
  const stop = observer.subscribe(({ data }) => shown.push(data))
  await vi.advanceTimersByTimeAsync(0)
  expect([queryFn.mock.calls.length, shown.at(0), shown.at(-1)]).toEqual([1, 'two orders', 'three orders'])
  stop()
  vi.useRealTimers()
})
