import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestBucket, type TestBucket } from '#test/support/bucket.ts'
import { openTestShop } from '#test/support/shop.ts'
import { createPictures } from './cache.ts'
import { parseVariant } from './encode.ts'
import { listKnownAddresses, listOriginals, measurePicture, storeOriginal } from './original.ts'
import { createFolderStore, type PictureStore } from './picture-store.ts'
import { createS3Store } from './s3-store.ts'

let store: TestBucket
let folder: string
beforeAll(async () => {
  store = await openTestBucket()
  folder = await mkdtemp(join(tmpdir(), 'jara-store-'))
})
afterEach(() => {
  store.objects.clear()
  store.asked.length = 0
  store.failNext(0)
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

const open = () => createS3Store(store.bucket, { waitMs: 1 })
const bytes = (text: string) => new Uint8Array(Buffer.from(text))

async function drawing(background: string): Promise<string> {
  const path = join(folder, `${background}.png`)
  const picture = sharp({ create: { width: 300, height: 300, channels: 3, background } })
  await writeFile(path, await picture.png().toBuffer())
  return path
}

test.each<[string, () => PictureStore]>([
  ['a folder', () => createFolderStore(join(folder, 'contract'))],
  ['a bucket', open],
])('%s returns complete objects as written, and reports missing ones', async (_what, make) => {
  const pictures = make()
  expect(await pictures.list('originals')).toEqual([])
  expect([await pictures.read('originals/none'), await pictures.has('originals/none')]).toEqual([
    undefined,
    false,
  ])
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    await pictures.write(`originals/${name}`, bytes(`original ${name}`), { isLasting: true })
  }
  await pictures.write('variants/aa/x.avif', bytes('variant'), { isLasting: false })
  expect((await pictures.list('originals')).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(await pictures.has('originals/c')).toBe(true)
  expect(Buffer.from((await pictures.read('originals/c')) ?? []).toString()).toBe('original c')
})

test('a picture imported by one process is encoded by a second and found by a third, without local files', async () => {
  const path = await drawing('#204060')
  const importing = open()
  const known = await listKnownAddresses(importing)
  const address = await measurePicture(path, known)
  expect(await storeOriginal(importing, path, address, known)).toBe(true)
  expect(await listOriginals(open())).toEqual([address.slice('/pictures/'.length, -'.jpg'.length)])
  const variant = parseVariant(address.replace('.jpg', '.240.avif'))
  if (variant === undefined) throw new Error('no such variant')
  const log = pino({ level: 'silent' })
  const made = await createPictures({ pictureStore: open(), log }).find(variant)
  const found = await createPictures({
    pictureStore: open(),
    log,
    encode: () => Promise.reject(new Error('made again')),
  }).find(variant)
  expect(found).toEqual(new Uint8Array(made ?? []))
  expect(store.asked.filter((line) => line.startsWith('PUT'))).toHaveLength(2)
  expect(store.objects.get(`originals/${variant.original}`)).toEqual(await readFile(path))
})

test('a transient failure of the store is retried; during an outage, pictures return 503 and the rest of the shop 200', async () => {
  await open().write('originals/x', bytes('x'), { isLasting: true })
  store.failNext(2)
  expect(await open().has('originals/x')).toBe(true)
  const shop = await openTestShop({ pictureStore: open() })
  try {
    const missing = '/pictures/0123456789abcdef0123-600x750-204060.240.avif'
    expect((await shop.request(missing)).status).toBe(404)
    store.failNext(100)
    expect((await shop.request(missing)).status).toBe(503)
    expect((await shop.request('/api/product')).status).toBe(200)
  } finally {
    await shop.close()
  }
})

test('a truncated response is retried, and never taken for a complete one', async () => {
  await open().write('originals/x', bytes('x'), { isLasting: true })
  store.failNext(2, 'cut')
  expect(await open().read('originals/x')).toEqual(bytes('x'))
  store.failNext(100, 'cut')
  await expect(open().read('originals/x')).rejects.toThrow('does not answer')
})

test('a redirect to another bucket address is reported, and the signed request is not sent there', async () => {
  store.failNext(100, 'redirect')
  await expect(open().read('originals/x')).rejects.toThrow('refuses GET: 301 PermanentRedirect')
})

test('a wrong key, a wrong bucket and an unreachable store have different messages for the owner', async () => {
  const say = (change: Partial<TestBucket['bucket']>) =>
    createS3Store({ ...store.bucket, ...change }, { waitMs: 1 }).read('originals/x')
  await expect(say({ secret: 'wrong' })).rejects.toThrow('refuses GET: 403 SignatureDoesNotMatch')
  await expect(say({ bucket: 'wrong' })).rejects.toThrow('PICTURES_S3_BUCKET')
  await expect(say({ url: 'http://127.0.0.1:1' })).rejects.toThrow('does not answer')
})
