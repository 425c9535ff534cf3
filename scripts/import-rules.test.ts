import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importRules, ROOMS } from './import-rules.ts'
import { ROOT } from './stamp.mjs'

test('biome.imports.json matches the table (if not, run: npx node scripts/import-rules.ts)', () => {
  expect(readFileSync(join(ROOT, 'biome.imports.json'), 'utf8')).toBe(importRules())
})

test('every room with code has its rule, and what it may import exists', () => {
  const isCode = (file: string) => /\.tsx?$/.test(file)
  const rooms = ['web', 'server'].flatMap((side) =>
    readdirSync(join(ROOT, side), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${side}/${name}`)
      .filter((room) => readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).some(isCode)),
  )
  const ruled = ROOMS.flatMap(({ folders }) => folders)
  expect(rooms.filter((room) => !ruled.includes(room))).toEqual([])
  expect(ROOMS.filter(({ may }) => may === undefined).flatMap(({ folders }) => folders)).toEqual([
    'shared',
    'sandbox',
    'ui',
  ])
  const named = [...ruled, ...ROOMS.flatMap(({ may = [] }) => may)]
  const isThere = (path: string) => existsSync(join(ROOT, path)) || existsSync(join(ROOT, `${path}.ts`))
  expect(named.filter((path) => !path.includes('*') && !isThere(path))).toEqual([])
})

test('no folder imports another that imports it, directly or through others', () => {
  const isFolder = (target: string) => !target.includes('.')
  const circles = (from: readonly string[], via: readonly string[]): string[] =>
    from.filter(isFolder).flatMap((room) => {
      if (via.includes(room)) return [[...via, room].join(' → ')]
      return circles(ROOMS.find(({ folders }) => folders.includes(room))?.may ?? [], [...via, room])
    })
  const rooms = ROOMS.flatMap(({ folders }) => folders)
  expect(circles(rooms, [])).toEqual([])
})
