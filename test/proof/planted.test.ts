import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prove, sized } from '#test/support/proof.ts'
import { copySources, isUpToDate, type SourceCopy } from './planted/copy.ts'
import { PLANTED_FAULTS, type PlantedFault } from './planted/fault.ts'

const REPORT = 'planted-report.json'
const AT_ONCE = 2

type Report = { passed: number; failed: number; said: string }

/** Runs test files in the copy, as `npm test` would; the report counts individual tests. */
async function runTests(
  copy: SourceCopy,
  on: PlantedFault['caughtBy']['on'],
  files: readonly string[],
): Promise<Report> {
  if (on === 'proof') copy.buildServer()
  const child = spawn(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=json',
      `--outputFile=${REPORT}`,
      '--bail=1',
      ...files,
    ],
    {
      cwd: copy.path,
      env: { PATH: process.env.PATH ?? '', TMPDIR: tmpdir() },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  await once(child, 'close')
  const file = join(copy.path, REPORT)
  if (!existsSync(file)) throw new Error(`The tests did not run:\n${said}`)
  const report = JSON.parse(readFileSync(file, 'utf8'))
  rmSync(file)
  // A file that could not be loaded has no tests, and says why.
  const messages: string[] = report.testResults.map(({ message }: { message: string }) => message)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    said: [said, ...messages].join('\n'),
  }
}

/** The faults that no test caught. */
async function listEscaped(faults: readonly PlantedFault[]): Promise<string[]> {
  const left = [...faults]
  const escaped: string[] = []
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, faults.length) }, async () => {
      const copy = copySources()
      try {
        for (let fault = left.shift(); fault !== undefined; fault = left.shift()) {
          const takeOut = copy.plant(fault)
          const { failed } = await runTests(copy, fault.caughtBy.on, [fault.caughtBy.test])
          takeOut()
          if (failed === 0) escaped.push(`${fault.what} (${fault.caughtBy.test})`)
        }
      } finally {
        copy.remove()
      }
    }),
  )
  return escaped
}

/** Without a fault the same tests must pass, or a failure would mean nothing. */
async function checkSound(faults: readonly PlantedFault[]): Promise<void> {
  const copy = copySources()
  try {
    for (const [on, some] of Map.groupBy(faults, ({ caughtBy }) => caughtBy.on)) {
      const files = [...new Set(some.map(({ caughtBy }) => caughtBy.test))]
      const { passed, failed, said } = await runTests(copy, on, files)
      expect({ on, failed, said: failed > 0 ? said : '' }).toEqual({ on, failed: 0, said: '' })
      expect(passed, said).toBeGreaterThan(0)
    }
  } finally {
    copy.remove()
  }
}

test('the sources contain every place at which a fault is planted', () => {
  expect(PLANTED_FAULTS.filter((fault) => !isUpToDate(fault)).map(({ what }) => what)).toEqual([])
})

test('the tests catch every planted fault', { tags: ['whole'] }, async () => {
  await prove(async () => {
    const cheap = PLANTED_FAULTS.filter(({ what }) => what === 'any requested amount is accepted')
    const faults = sized({ quick: cheap, whole: PLANTED_FAULTS })
    await checkSound(faults)
    expect(await listEscaped(faults)).toEqual([])
    return {
      invariants: 'I1 – I27, I30, I34',
      what: 'Faults planted in a copy of the sources: locks, keys, checks and steps left out',
      count: faults.length,
      unit: 'faults',
      found: `caught ${faults.length} of ${faults.length}`,
    }
  })
})
