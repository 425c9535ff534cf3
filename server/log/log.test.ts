import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'
import { errorForLog, errorName } from './log-error.ts'

const SECRET = 'ada@example.ng'

/** As thrown by the query layer and the driver. */
function failedStatement(): Error {
  const cause = Object.assign(new Error(`invalid input syntax for type integer: "${SECRET}"`), {
    severity: 'ERROR',
    code: '22P02',
    detail: `Key (email)=(${SECRET}) already exists.`,
    table: 'users',
    where: `unnamed portal parameter $1 = '${SECRET}'`,
  })
  return Object.assign(
    new Error(`Failed query: select "id" from "users" where "email" = $1\nparams: ${SECRET},\n7`, { cause }),
    {
      query: 'select',
      params: [SECRET],
    },
  )
}

test('a failed statement is logged with its stack, message and code, but without its values', () => {
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

test('a value that looks like lines of a stack, or contains quotes, is not logged either', () => {
  const value = `12 Admiralty Way\n    at the blue gate, ring ${SECRET}`
  const failed = new Error(`Failed query: update "orders" set "address" = $1\nparams: ${value},Lagos`)
  expect(failed.stack).toContain(SECRET)
  const logged = errorForLog(failed)
  expect(JSON.stringify(logged)).not.toContain(SECRET)
  expect(logged.stack).toMatch(
    /^Error: Failed query: update "orders" set "address" = \$1\n {4}at .*log\.test\.ts/,
  )

  const refused = Object.assign(new Error(`invalid input syntax for type uuid: "a"b\n${SECRET}"`), {
    severity: 'ERROR',
  })
  expect(errorForLog(refused).message).toBe('invalid input syntax for type uuid: …')

  failed.message += ' (retried)'
  expect(JSON.stringify(errorForLog(failed))).not.toContain(SECRET)
})

test('an error of our own keeps its message; anything else is logged as not an error', () => {
  expect(errorForLog(new TypeError('x is not a function'))).toMatchObject({
    type: 'TypeError',
    message: 'x is not a function',
  })
  expect(errorForLog(SECRET)).toEqual({ type: 'string', message: 'not an error' })
})

test('a failed call is named by its code, not by the class that all errors share', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  expect(errorName(refused)).toBe('ECONNREFUSED')
  expect(errorName(new TypeError('fetch failed', { cause: refused }))).toBe('ECONNREFUSED')
  expect(errorName(Object.assign(new Error('Invalid login'), { code: 'EAUTH', responseCode: 535 }))).toBe(
    'EAUTH 535',
  )
  expect(errorName(new DOMException('late', 'TimeoutError'))).toBe('TimeoutError')
})

const FULL = '/dev/full'
const ROOT = join(import.meta.dirname, '..')

// Not test.runIf: other systems have no such device, and a skipped test counts as failed.
if (existsSync(FULL)) {
  test('a process goes on, and ends, when the disk is full that its log is on', async () => {
    const program = `
    import { setTimeout as sleep } from 'node:timers/promises'
    import { createLog } from '#server/log/log.ts'
    import { NO_ROOM, outliveReaders } from '#server/process/end-process.ts'
    outliveReaders(NO_ROOM)
    const log = createLog({ level: 'info', format: 'json' })
    process.stdin.once('data', async () => {
      for (let i = 0; i < 5; i += 1) {
        log.info('line')
        process.stdout.write('line')
        await sleep(20)
      }
      process.exit(7)
    })`
    const full = openSync(FULL, 'w')
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      cwd: ROOT,
      stdio: ['pipe', full, 'inherit'],
    })
    closeSync(full)
    child.stdin?.write('go')
    expect(await once(child, 'exit')).toEqual([7, null])
  })
}
