import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SCREENS } from '#test/screens/screen-list.ts'
import { listWrittenTests, type WrittenTest } from './written-test.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const DOCUMENT = 'docs/spec-coverage.md'
const EVERY_SCREEN = 'every screen'

type Row = { line: number; demand: string; proofs: string[] }

/** Rows of the tables: `| demand | proof |`, several proofs separated by <br>. */
function rowsOf(text: string): Row[] {
  return text.split('\n').flatMap((written, index) => {
    const [, demand, proof] = /^\| (.+) \| (.+) \|$/.exec(written) ?? []
    if (demand === undefined || proof === undefined || demand === 'demand' || /^-+$/.test(demand)) return []
    return [{ line: index + 1, demand, proofs: proof.split('<br>').map((each) => each.trim()) }]
  })
}

const tests = new Map<string, WrittenTest[]>()
function testsOf(path: string): WrittenTest[] {
  const known = tests.get(path) ?? listWrittenTests(resolve(ROOT, path))
  tests.set(path, known)
  return known
}

const partsOf = (proof: string) => /^`(?<path>.+?) › (?<title>.+)`$/.exec(proof)?.groups

/** What is wrong with a cited proof; undefined if nothing is. */
function faultOf(proof: string): string | undefined {
  const { path = '', title = '' } = partsOf(proof) ?? {}
  if (path === '') return 'is not a proof'
  if (path === EVERY_SCREEN) {
    return SCREENS.some(({ name }) => name === title) ? undefined : 'is not a screen'
  }
  if (!existsSync(resolve(ROOT, path))) return 'names a file that does not exist'
  return testsOf(path).some((test) => test.title === title) ? undefined : 'is not a test of that file'
}

/** Whether a proof checks this text: the screen lists it, or the test or a declaration that it uses contains it. */
function holds(proof: string, text: string): boolean {
  const { path = '', title } = partsOf(proof) ?? {}
  if (path === EVERY_SCREEN)
    return SCREENS.some(({ name, shows = [] }) => name === title && shows.includes(text))
  return testsOf(path).some((test) => test.title === title && test.source.includes(text))
}

const rows = rowsOf(readFileSync(resolve(ROOT, DOCUMENT), 'utf8'))

test('every row of the document cites existing proofs', () => {
  const faults = rows.flatMap(({ line, proofs }) =>
    proofs.flatMap((proof) => {
      const fault = faultOf(proof)
      return fault === undefined ? [] : [`${DOCUMENT}:${line}: ${proof} ${fault}`]
    }),
  )
  expect(faults).toEqual([])
  expect(rows.length).toBeGreaterThan(300)
})

test('every text that a row quotes is checked by one of its proofs', () => {
  const faults = rows.flatMap(({ line, demand, proofs }) =>
    [...demand.matchAll(/“(.+?)”/g)].flatMap(([, text = '']) =>
      proofs.some((proof) => faultOf(proof) === undefined && holds(proof, text))
        ? []
        : [`${DOCUMENT}:${line}: “${text}”`],
    ),
  )
  expect(faults).toEqual([])
})

test('no demand is listed twice, and every table line is parsed as a row', () => {
  const demands = rows.map(({ demand }) => demand)
  expect(demands.filter((demand, place) => demands.indexOf(demand) !== place)).toEqual([])
  const lines = readFileSync(resolve(ROOT, DOCUMENT), 'utf8').split('\n')
  const tables = lines.filter((line) => line.startsWith('| demand |')).length
  expect(lines.filter((line) => line.startsWith('|'))).toHaveLength(rows.length + 2 * tables)
})

describe('a missing proof', () => {
  test.each([
    ['`test/documents/spec-coverage.test.ts › a missing proof`', 'is not a test of that file'],
    ['`test/documents/spec-coverage.test.ts › a title that nobody wrote`', 'is not a test of that file'],
    ['`test/documents/nothing.test.ts › a title`', 'names a file that does not exist'],
    ['`every screen › no/such`', 'is not a screen'],
    ['somewhere in the code', 'is not a proof'],
  ])('%s is reported', (proof, fault) => {
    expect(faultOf(proof)).toBe(fault)
  })
})

describe('a text is checked', () => {
  const here = (title: string) => `\`test/documents/spec-coverage.test.ts › ${title}\``
  test.each([
    [
      'by a test that contains it',
      'every row of the document cites existing proofs',
      'toBeGreaterThan(300)',
      true,
    ],
    ['not by another test of the file', '%s is reported', 'toBeGreaterThan(300)', false],
    ['by a declaration that the test uses', '%s is reported', 'is not a screen', true],
    [
      'by one that only that one uses',
      'every row of the document cites existing proofs',
      'is not a proof',
      true,
    ],
    ['by one beside the test', '%s: %s', 'here = (title: string)', true],
    ['not by one that it does not use', '%s is reported', 'proof.split(', false],
  ])('%s: %s', (_how, title, text, isChecked) => {
    expect(holds(here(title), text)).toBe(isChecked)
  })
})
