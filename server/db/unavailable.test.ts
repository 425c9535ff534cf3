import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, test } from 'vitest'
import { isDatabaseUnavailable } from '#server/http/error-handler.ts'

const failed = (message: string, code?: string) =>
  new DrizzleQueryError('select 1', [], Object.assign(new Error(message), code === undefined ? {} : { code }))

test.each([
  failed('timeout exceeded when trying to connect'),
  failed('Connection terminated unexpectedly'),
  failed('Client has encountered a connection error and is not queryable'),
  failed('Client was closed and is not queryable'),
  failed('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'),
  failed('canceling statement due to statement timeout', '57014'),
  failed('sorry, too many clients already', '53300'),
  failed('connection failure', '08006'),
  failed('cannot execute INSERT in a read-only transaction', '25006'),
])('$cause.message: temporarily unavailable', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(true)
})

test.each([
  failed('duplicate key value violates unique constraint', '23505'),
  failed('Connection terminated by a joke'),
  new Error('a defect'),
  'no error at all',
])('%s is something else', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(false)
})
