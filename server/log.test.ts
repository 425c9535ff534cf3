import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { errorForLog } from './log-error.ts'

const SECRET = 'ada@example.ng'

/** As the query layer and the driver throw it. */
function failedStatement(): Error {
  const cause = Object.assign(new Error(`invalid input syntax for type integer: "${SECRET}"`), {
    ...{
      severity: 'ERROR',
      code: '22P02',
      detail: `Key (email)=(${SECRET}) already exists.`,
      table: 'users',
    },
    where: `unnamed portal parameter $1 = '${SECRET}'`,
  })
  return Object.assign(
    new Error(`Failed query: select "id" from "users" where "email" = $1\nparams: ${SECRET},\n7`, { cause }),
    {
      ...{ query: 'select', params: [SECRET] },
    },
  )
}

test('a failed statement is logged with its place, its words and its code, and without its values', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', format: 'json', destination: { write: (line) => lines.push(line) } })
  log.error({ err: failedStatement() }, 'unexpected error')
  const [line = ''] = lines
  expect(line).not.toContain(SECRET)
  expect(JSON.parse(line).err).toMatchObject({
    message: 'Failed query: select "id" from "users" where "email" = $1',
    stack: expect.stringContaining('log.test.ts'),
    cause: { code: '22P02', table: 'users', message: 'invalid input syntax for type integer: …' },
  })
})

test('an error of our own keeps its words; what is no error says so', () => {
  expect(errorForLog(new TypeError('x is not a function'))).toMatchObject({
    type: 'TypeError',
    message: 'x is not a function',
  })
  expect(errorForLog(SECRET)).toEqual({ type: 'string', message: 'not an error' })
})
