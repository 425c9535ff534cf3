import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createErrorLog } from './error-log.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('a queue that fails all the time does not hide another, nor what belongs to no queue', () => {
  const lines: string[] = []
  const log = pino({ base: null }, { write: (line) => lines.push(line) })
  const logError = createErrorLog(log, 'job queue')
  const loggedQueues = () => lines.splice(0).map((line) => JSON.parse(line).queue)
  const fail = (queue?: string) => logError(new Error('away'), queue === undefined ? {} : { queue })
  for (let times = 0; times < 20; times++) fail('mail')
  fail('refund')
  fail()
  fail()
  expect(loggedQueues()).toEqual(['mail', 'refund', undefined])
  vi.advanceTimersByTime(9_900)
  fail('mail')
  expect(loggedQueues()).toEqual([])
  vi.advanceTimersByTime(200)
  fail('mail')
  fail('mail')
  expect(loggedQueues()).toEqual(['mail'])
})
