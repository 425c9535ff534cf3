import { access, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { parsePicture, pictureSrcSet, socialCardAddress } from '#shared/picture.ts'
import { openTestShop } from '#test/support/shop.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { parseVariant } from './encode.ts'
import { listKnownAddresses, measurePicture, storeOriginal } from './original.ts'

let portrait: string
const shop = openShopScene(async () => {
  portrait = await addPicture(
    'portrait.png',
    sharp({ create: { width: 600, height: 750, channels: 3, background: '#204060' } }).png(),
  )
})

async function addPicture(name: string, image: Sharp): Promise<string> {
  const path = join(shop.picturesDir, name)
  await writeFile(path, await image.toBuffer())
  const known = await listKnownAddresses(shop.pictureStore)
  const address = await measurePicture(path, known)
  await storeOriginal(shop.pictureStore, path, address, known)
  return address
}

const stemOf = (address: string) => address.slice(0, -'.jpg'.length)
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('an address contains the size and the dominant colour of the picture', () => {
  expect(portrait).toMatch(/^\/pictures\/[0-9a-f]{20}-600x750-204060\.jpg$/)
})

test('the dominant colour is one of the picture, not the mean of its pixels', async () => {
  const garment = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#c00000' } })
    .png()
    .toBuffer()
  const address = await addPicture(
    'two-colours.png',
    sharp({ create: { width: 400, height: 400, channels: 3, background: '#f0f0e8' } })
      .composite([{ input: garment }])
      .png(),
  )
  expect(parsePicture(address)?.dominantHex).toBe('#f0f0e8')
})

test('every URL of a srcset returns that width and type, cacheable forever', async () => {
  const picture = parsePicture(portrait)
  if (!picture) throw new Error(`no picture: ${portrait}`)
  for (const [format, type, decoder] of [
    ['avif', 'image/avif', 'heif'],
    ['webp', 'image/webp', 'webp'],
    ['jpg', 'image/jpeg', 'jpeg'],
  ] as const) {
    const widths: number[] = []
    for (const candidate of pictureSrcSet(picture, format).split(', ')) {
      const [path = '', width] = candidate.split(' ')
      const response = await shop.request(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe(type)
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      const bytes = await bytesOf(response)
      expect(response.headers.get('content-length')).toBe(String(bytes.length))
      const made = await sharp(bytes).metadata()
      expect({ format: made.format, width: `${made.width}w` }).toEqual({ format: decoder, width })
      widths.push(made.width)
    }
    expect(widths).toEqual([160, 240, 320, 480, 600])
  }
})

test('the plain address returns a JPEG of the original size', async () => {
  const made = await sharp(await bytesOf(await shop.request(portrait))).metadata()
  expect({ format: made.format, width: made.width, height: made.height }).toEqual({
    format: 'jpeg',
    width: 600,
    height: 750,
  })
})

test('the social card is a small 1200 x 630 JPEG with the whole picture on its dominant colour', async () => {
  const picture = parsePicture(portrait)
  if (!picture) throw new Error(`no picture: ${portrait}`)
  const response = await shop.request(socialCardAddress(picture))
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  const bytes = await bytesOf(response)
  expect(bytes.length).toBeLessThan(300_000)
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([1200, 630])
  const corner = [...data.subarray(0, 3)]
  for (const [i, channel] of [0x20, 0x40, 0x60].entries()) {
    expect(Math.abs((corner[i] ?? 0) - channel)).toBeLessThan(6)
  }
})

test('only the few variants of a picture exist', async () => {
  const stem = stemOf(portrait)
  const other = stem.replace('600x750', '601x750')
  for (const path of [
    `${stem}.481.avif`,
    `${stem}.0480.avif`,
    `${stem}.720.avif`,
    `${stem}.480.png`,
    `${stem}.480.svg`,
    `${stem}.avif`,
    `${stem}.card.avif`,
    `${stem}.jpg.480.avif`,
    `${other}.jpg`,
    `${other}.480.avif`,
    `${stem.replace('204060', '204061')}.480.avif`,
    `${stem.replace('600x', '0600x')}.480.avif`,
    `/pictures/${'0'.repeat(20)}-600x750-204060.480.avif`,
    '/pictures/..%2Foriginals%2Fx.jpg',
    '/pictures/',
  ]) {
    expect([path, (await shop.request(path)).status]).toEqual([path, 404])
  }
})

test('a photo taken with the camera on its side is shown upright and without its metadata', async () => {
  const lying = sharp({ create: { width: 500, height: 300, channels: 3, background: '#808080' } })
    .withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitude: '6/1 27/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
  const address = await addPicture('phone.jpg', lying)
  expect(parsePicture(address)).toMatchObject({ width: 300, height: 500 })
  for (const path of [address, `${stemOf(address)}.160.jpg`]) {
    const bytes = await bytesOf(await shop.request(path))
    const made = await sharp(bytes).metadata()
    expect(made.height).toBeGreaterThan(made.width)
    expect(made.exif).toBeUndefined()
    expect(bytes.includes('secret place')).toBe(false)
  }
})

test('a transparent picture is put on white', async () => {
  const address = await addPicture(
    'cut-out.png',
    sharp({
      create: { width: 300, height: 300, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    }).png(),
  )
  expect(parsePicture(address)?.dominantHex).toBe('#ffffff')
  const bytes = await bytesOf(await shop.request(`${stemOf(address)}.160.webp`))
  expect([...(await sharp(bytes).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255])
})

test('a variant is encoded once, then served from disk', async () => {
  const address = await addPicture(
    'short-lived.png',
    sharp({ create: { width: 300, height: 300, channels: 3, background: '#123456' } }).png(),
  )
  const path = `${stemOf(address)}.160.avif`
  const first = await bytesOf(await shop.request(path))
  await rm(join(shop.picturesDir, 'originals', stemOf(address).slice('/pictures/'.length)))
  expect(await bytesOf(await shop.request(path))).toEqual(first)
  expect((await shop.request(`${stemOf(address)}.160.webp`)).status).toBe(404)
})

test('when the disk is not writable, pictures are still served and a warning is logged once', async () => {
  const warnings: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
  const full = await openTestShop({ log })
  try {
    const originals = join(full.picturesDir, 'originals')
    await mkdir(originals, { recursive: true })
    const name = stemOf(portrait).slice('/pictures/'.length)
    await writeFile(join(originals, name), await readFile(join(shop.picturesDir, 'originals', name)))
    // A file where the folder should be: every write fails.
    await writeFile(join(full.picturesDir, 'variants'), '')
    for (const width of [160, 160, 320]) {
      expect((await full.request(`/pictures/${name}.${width}.webp`)).status).toBe(200)
    }
    expect(warnings.filter((line) => line.includes('cannot be cached'))).toHaveLength(1)
  } finally {
    await full.close()
  }
})

test('unusable picture files are refused with the reason', async () => {
  const path = join(shop.picturesDir, 'refused')
  const noise = Buffer.from(Array.from({ length: 400 * 400 * 3 }, (_, i) => Math.imul(i, 2654435761) >>> 24))
  const whole = await sharp(noise, { raw: { width: 400, height: 400, channels: 3 } })
    .jpeg()
    .toBuffer()
  for (const [bytes, reason] of [
    ['not a picture at all', 'cannot be read as a picture'],
    [whole.subarray(0, whole.length / 2), 'cannot be read as a picture'],
    ['<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"/>', 'is not a JPEG, PNG, WebP'],
    [
      await sharp({ create: { width: 300, height: 199, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
      'is only 300 x 199 pixels',
    ],
    [
      await sharp({ create: { width: 200, height: 16_384, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
      'is 200 x 16384 pixels',
    ],
  ] as const) {
    await writeFile(path, bytes)
    await expect(measurePicture(path, new Map())).rejects.toThrow(reason)
  }
})

test('the same content is stored once', async () => {
  const path = join(shop.picturesDir, 'portrait.png')
  const known = await listKnownAddresses(shop.pictureStore)
  expect(await measurePicture(path, known)).toBe(portrait)
  expect(await storeOriginal(shop.pictureStore, path, portrait, known)).toBe(false)
  await access(join(shop.picturesDir, 'originals', stemOf(portrait).slice('/pictures/'.length)))
})

test('a picture to itself has one more width than lists ask for', () => {
  const variantOf = (width: number) =>
    parseVariant(`/pictures/0123456789abcdef-2000x2500-a1b2c3.${width}.avif`)
  expect([1080, 1200].map((width) => variantOf(width)?.width)).toEqual([1080, 1200])
  expect([1201, 2000].map(variantOf)).toEqual([undefined, undefined])
})
