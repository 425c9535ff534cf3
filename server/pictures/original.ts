import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Bytes } from '#server/http/coding.ts'
import { parsePicture, pictureAddress } from '#shared/picture.ts'
import type { PictureStore } from './picture-store.ts'

const PICTURE_MIN_PX = 200
const PICTURE_MAX_PIXELS = 100_000_000
/** WebP has no larger ones, and AVIF hardly. */
const SIDE_MAX_PX = 16_383
/** 80 bits: enough to rule out accidental collisions. */
const HASH_HEX_DIGITS = 20
const SAMPLE_PX = 48
/** Formats that cameras and editors write; "heif" is AVIF. SVG is excluded on purpose: it can contain scripts. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

/** A file that cannot be used as a product's picture; the message completes "the picture …". */
export class PictureError extends Error {
  override name = 'PictureError'
}

const FOLDER = 'originals'

export function hasOriginal(store: PictureStore, name: string): Promise<boolean> {
  return store.has(`${FOLDER}/${name}`)
}

/** Originals are stored under the file name of their address, so an address is valid exactly if its file exists. */
export function readOriginal(store: PictureStore, name: string): Promise<Bytes | undefined> {
  return store.read(`${FOLDER}/${name}`)
}

const addressOf = (name: string) => `/pictures/${name}.jpg`
const fileNameOf = (address: string) => address.slice('/pictures/'.length, -'.jpg'.length)
const hashOf = (bytes: Uint8Array) =>
  createHash('sha256').update(bytes).digest('hex').slice(0, HASH_HEX_DIGITS)

/** Addresses of the stored originals, by content hash: known pictures need not be decoded again. */
export async function listKnownAddresses(store: Pick<PictureStore, 'list'>): Promise<Map<string, string>> {
  const known = new Map<string, string>()
  for (const name of await store.list(FOLDER)) {
    const address = addressOf(name)
    if (parsePicture(address)) known.set(name.slice(0, name.indexOf('-')), address)
  }
  return known
}

/** The names of all stored originals. The same bytes may have two: versions differ in the colour that they find. */
export async function listOriginals(store: PictureStore): Promise<string[]> {
  return (await store.list(FOLDER)).filter((name) => parsePicture(addressOf(name)) !== undefined).toSorted()
}

/** The names of the originals at these addresses. A foreign address has none. */
export function originalsAt(addresses: readonly string[]): string[] {
  return addresses.filter((address) => parsePicture(address) !== undefined).map(fileNameOf)
}

/** Whether the bytes match the name, which begins with their hash. */
export function isOriginal(name: string, bytes: Uint8Array): boolean {
  return parsePicture(addressOf(name)) !== undefined && name.startsWith(`${hashOf(bytes)}-`)
}

/** Stores bytes that are known to match the name. */
export async function putOriginal(store: PictureStore, name: string, bytes: Uint8Array): Promise<void> {
  await store.write(`${FOLDER}/${name}`, bytes, { isLasting: true })
}

/** Returns the address that a picture file will have. Throws a PictureError when the file is not a usable picture. */
export async function measurePicture(path: string, known: ReadonlyMap<string, string>): Promise<string> {
  const bytes = await readPicture(path)
  const hash = hashOf(bytes)
  const address = known.get(hash)
  if (address !== undefined) return address
  const { default: sharp } = await import('sharp')
  try {
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: PICTURE_MAX_PIXELS })
    const { format, compression, autoOrient } = await image.metadata()
    // The HEIC of an iPhone differs from AVIF in this alone, and cannot be decoded here.
    if (!FORMATS.has(format) || compression === 'hevc')
      throw new PictureError('is not a JPEG, PNG, WebP, GIF or AVIF picture')
    const { width, height } = autoOrient
    if (Math.min(width, height) < PICTURE_MIN_PX) {
      throw new PictureError(
        `is only ${width} x ${height} pixels, at least ${PICTURE_MIN_PX} x ${PICTURE_MIN_PX} are needed`,
      )
    }
    if (Math.max(width, height) > SIDE_MAX_PX) {
      throw new PictureError(
        `is ${width} x ${height} pixels, at most ${SIDE_MAX_PX} x ${SIDE_MAX_PX} can be shown`,
      )
    }
    const sample = await image
      .resize(SAMPLE_PX, SAMPLE_PX, { fit: 'fill' })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer()
    return pictureAddress(hash, width, height, dominantHex(sample))
  } catch (error) {
    if (error instanceof PictureError) throw error
    throw new PictureError('cannot be read as a picture, it may be damaged', { cause: error })
  }
}

/** Stores the file at `path` as the original of `address`. False when it is stored already; it is never overwritten. */
export async function storeOriginal(
  store: PictureStore,
  path: string,
  address: string,
  known: ReadonlyMap<string, string>,
): Promise<boolean> {
  const name = fileNameOf(address)
  const hash = name.slice(0, name.indexOf('-'))
  if (known.has(hash)) return false
  const bytes = await readPicture(path)
  if (hashOf(bytes) !== hash) throw new PictureError('was changed while it was being imported')
  await putOriginal(store, name, bytes)
  return true
}

async function readPicture(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new PictureError(`cannot be opened (${(error as NodeJS.ErrnoException).code})`, { cause: error })
  }
}

const LEVELS = 16

/**
 * The dominant colour of a picture, as "#rrggbb": the mean of the fullest bin of a 16 × 16 × 16 colour histogram. The mean
 * of all pixels would be a muddy colour that is nowhere in the picture and would show as an edge around the social card.
 * `rgb` holds three bytes per pixel.
 */
function dominantHex(rgb: Uint8Array): string {
  const boxes = new Map<number, { count: number; sums: [number, number, number] }>()
  for (let i = 0; i + 2 < rgb.length; i += 3) {
    const [r, g, b] = [rgb[i] ?? 0, rgb[i + 1] ?? 0, rgb[i + 2] ?? 0]
    const key = ((r / LEVELS) << 8) | ((g / LEVELS) << 4) | (b / LEVELS)
    const box = boxes.get(key) ?? { count: 0, sums: [0, 0, 0] }
    box.count += 1
    box.sums[0] += r
    box.sums[1] += g
    box.sums[2] += b
    boxes.set(key, box)
  }
  const fullest = [...boxes.values()].reduce((best, box) => (box.count > best.count ? box : best), {
    count: 0,
    sums: [0, 0, 0],
  })
  const channels = fullest.sums.map((sum) => Math.round(sum / Math.max(1, fullest.count)))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
