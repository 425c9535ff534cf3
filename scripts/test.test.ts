import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

/** Runs the tests that the arguments select, outside of the run that this test is part of. */
function runTests(...filters: string[]) {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'test.mjs'), ...filters],
    { cwd: resolve(import.meta.dirname, '..'), encoding: 'utf8', env: { PATH: process.env.PATH } },
  )
  return { status, end: stdout.trimEnd().split('\n').slice(-1)[0], stdout }
}

test('a filter that matches no file fails, also next to one that does', () => {
  const { status, stdout } = runTests('scripts/audit.test', 'no-such-file')
  expect(status).toBe(1)
  expect(stdout).toContain('Failed: No test file matches "no-such-file"')
})

test('a filter that matches files of one project only passes', () => {
  expect(runTests('scripts/audit.test')).toMatchObject({
    status: 0,
    end: expect.stringMatching(/^[1-9]\d* passed, 0 failed$/),
  })
})
