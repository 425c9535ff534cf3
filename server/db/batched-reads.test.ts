import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batchReads } from './batched-reads.ts'

/** Reads of rows, each with the number of the statement that read it. Ids that begin with "gone" have none. */
function openReads() {
  const statements: string[][] = []
  const wholes: string[][] = []
  const failures: Error[] = []
  const read = batchReads(async (ids, whole) => {
    const statement = statements.push(ids)
    wholes.push(whole)
    const failure = failures.shift()
    if (failure !== undefined) throw failure
    return ids.filter((id) => !id.startsWith('gone')).map((id) => ({ id, statement }))
  })
  return { read, statements, wholes, failures }
}

const named = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `product-${from + i}`)

test('what is asked for in one turn is read in one statement, each product once', async () => {
  const { read, statements } = openReads()
  const [tees, caps] = await Promise.all([read(['tee', 'cap', 'gone']), read(['cap', 'tote'])])
  expect(statements).toEqual([['tee', 'cap', 'gone', 'tote']])
  expect(tees?.get('tee')).toEqual({ id: 'tee', statement: 1 })
  expect(caps?.get('tote')).toEqual({ id: 'tote', statement: 1 })
  expect(tees?.has('gone')).toBe(false)
})

test('what somebody wants whole is read whole', async () => {
  const { read, statements, wholes } = openReads()
  await Promise.all([read(['tee', 'cap']), read(['cap', 'tote'], ['cap'])])
  expect(statements).toEqual([['tee', 'cap', 'tote']])
  expect(wholes).toEqual([['cap']])
})

test('nobody gets a row from a statement that was sent before they asked', async () => {
  const { read, statements } = openReads()
  const early = read(['tee'])
  await nextTurn()
  expect(statements).toHaveLength(1)
  const late = read(['tee'])
  expect((await early).get('tee')?.statement).toBe(1)
  expect((await late).get('tee')?.statement).toBe(2)
})

test('a statement is sent at once when it is large enough', async () => {
  const { read, statements } = openReads()
  const first = [read(named(0, 60)), read(named(60, 120))]
  expect(statements.map((ids) => ids.length)).toEqual([120])
  const later = read(named(0, 1))
  await Promise.all([...first, later])
  expect(statements.map((ids) => ids.length)).toEqual([120, 1])
})

test('a failure reaches everybody who shared the statement, and nobody after them', async () => {
  const { read, failures } = openReads()
  failures.push(new Error('no connection'))
  const both = await Promise.allSettled([read(['tee']), read(['cap'])])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect((await read(['tee'])).get('tee')).toEqual({ id: 'tee', statement: 2 })
})

test('nothing is read for nothing', async () => {
  const { read, statements } = openReads()
  expect((await read([])).size).toBe(0)
  expect(statements).toEqual([])
})
