import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPictures } from './cache.ts'
import { createFolderStore } from './picture-store.ts'
import { parseVariant, type Variant } from './variant.ts'
import { warmPictures } from './warm.ts'

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

test('warming requests the given widths that a picture has, one at a time, until it is aborted', async () => {
  const asked: string[] = []
  const stop = new AbortController()
  const small = '/pictures/0123456789abcdef-400x400-aabbcc'
  const options = {
    addresses: [`${STEM}.jpg`, 'https://elsewhere.example/x.jpg', `${small}.jpg`],
    widths: [320, 480],
    formats: ['avif'],
    signal: stop.signal,
  } as const
  await warmPictures({ ...options, request: (path) => void asked.push(path) })
  expect(asked).toEqual([`${STEM}.320.avif`, `${STEM}.480.avif`, `${small}.320.avif`])
  await warmPictures({
    ...options,
    request: (path) => {
      asked.push(path)
      stop.abort()
    },
  })
  expect(asked).toHaveLength(4)
})
