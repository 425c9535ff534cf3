import { expect, test } from 'vitest'
import { readEnv } from '#server/env.ts'
import { countProcesses } from './cluster.ts'

const MANY = {
  WEB_CONCURRENCY: '4',
  DATABASE_URL: 'postgres://shop@db/shop',
  PAYSTACK_SECRET_KEY: 'sk_test_x',
}

test.each([
  ['the number that is configured', MANY, 4, undefined],
  ['one by default', { ...MANY, WEB_CONCURRENCY: '' }, 1, undefined],
  ['as many on the embedded database', { ...MANY, DATABASE_URL: '' }, 4, undefined],
  ['one with sandbox payments', { ...MANY, PAYSTACK_SECRET_KEY: '' }, 1, 'Set PAYSTACK_SECRET_KEY'],
])('%s', (_what, variables, count, said) => {
  const found = countProcesses(readEnv(variables), { isDev: false })
  expect(found.count).toBe(count)
  if (said === undefined) expect(found.whyOne).toBeUndefined()
  else expect(found.whyOne).toContain(said)
})

test('one in development mode', () => {
  expect(countProcesses(readEnv(MANY), { isDev: true })).toEqual({ count: 1 })
})
