import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPictures } from './cache.ts'
import { createFolderStore } from './picture-store.ts'
import { parseVariant, type Variant } from './variant.ts'
import { warmCardPictures } from './warm.ts'

const STEM = '/pictures/0123456789abcdef-1200x1500-aabbcc'
let picturesDir: string
beforeAll(async () => {
  picturesDir = await mkdtemp(join(tmpdir(), 'jara-pictures-'))
  await mkdir(join(picturesDir, 'originals'))
  await writeFile(join(picturesDir, 'originals', STEM.slice('/pictures/'.length)), 'an original')
})
afterAll(() => rm(picturesDir, { recursive: true, force: true }))

function variant(path: string): Variant {
  const parsed = parseVariant(path)
  if (!parsed) throw new Error(`no variant: ${path}`)
  return parsed
}

test('concurrent requests for a variant share one encoding', async () => {
  const made: string[] = []
  const pictures = createPictures({
    pictureStore: createFolderStore(picturesDir),
    log: pino({ level: 'silent' }),
    encode: async (_file, { name }) => {
      made.push(name)
      return Buffer.from(name)
    },
  })
  const wanted = variant(`${STEM}.480.avif`)
  const responses = await Promise.all(Array.from({ length: 50 }, () => pictures.find(wanted)))
  expect(new Set(responses.map(String))).toEqual(new Set([wanted.name]))
  await pictures.find(wanted)
  expect(made).toEqual([wanted.name])
})

test('a failed encoding is tried again by the next request', async () => {
  let fails = true
  const pictures = createPictures({
    pictureStore: createFolderStore(picturesDir),
    log: pino({ level: 'silent' }),
    encode: async () => {
      if (fails) throw new Error('out of memory')
      return Buffer.from('made')
    },
  })
  const wanted = variant(`${STEM}.720.avif`)
  await expect(pictures.find(wanted)).rejects.toThrow('out of memory')
  fails = false
  expect(String(await pictures.find(wanted))).toBe('made')
})

test('warming requests the card widths that a picture has, one at a time, until it is stopped', async () => {
  const small = '/pictures/fedcba9876543210-300x400-aabbcc'
  const names = [STEM, '/pictures/elsewhere', small].map((stem) => stem.slice('/pictures/'.length))
  const store = { list: async () => names }
  const asked: string[] = []
  const stop = warmCardPictures((path) => void asked.push(path), store)
  await expect.poll(() => asked).toEqual([`${STEM}.240.avif`, `${STEM}.320.avif`, `${small}.240.avif`])
  await stop()
  const { promise: first, resolve: begin } = Promise.withResolvers<void>()
  const stopEarly = warmCardPictures((path) => {
    asked.push(path)
    begin()
  }, store)
  await first
  await stopEarly()
  expect(asked).toHaveLength(4)
})
