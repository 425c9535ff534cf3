import type { Sharp } from 'sharp'
import {
  largeWidth,
  PICTURE_FORMATS,
  type Picture,
  type PictureFormat,
  parsePicture,
  pictureWidths,
  SOCIAL_CARD_HEIGHT,
  SOCIAL_CARD_WIDTH,
} from '#shared/picture.ts'

/** A file encoded from an original: a JPEG of its full size, one of the fixed widths, or the social card. */
export type Variant = {
  kind: 'whole' | 'width' | 'card'
  /** File name, unique to the file's content. */
  name: string
  /** File name of the original. */
  original: string
  picture: Picture
  width: number
  format: PictureFormat
}

const VARIANT = /^(\/pictures\/([0-9a-f]+-\d+x\d+-[0-9a-f]{6}))(?:\.(card|\d+))?\.([a-z]+)$/

/**
 * Parses the path of a variant. Undefined for any path that is not one of the picture's few variants, so that nobody can
 * fill the disk by requesting other sizes.
 */
export function parseVariant(path: string): Variant | undefined {
  const match = VARIANT.exec(path)
  const picture = match ? parsePicture(`${match[1]}.jpg`) : undefined
  const format = PICTURE_FORMATS.find((known) => known === match?.[4])
  if (!match || !picture || !format) return undefined
  const original = match[2] ?? ''
  const size = match[3]
  const variant = { name: path.slice('/pictures/'.length), original, picture, format }
  if (size === undefined || size === 'card') {
    if (format !== 'jpg') return undefined
    return size === 'card'
      ? { ...variant, kind: 'card', width: picture.width }
      : { ...variant, kind: 'whole', width: picture.width }
  }
  const allowedWidths = [...pictureWidths(picture.width), largeWidth(picture.width)]
  const width = allowedWidths.find((allowed) => String(allowed) === size)
  return width === undefined ? undefined : { ...variant, kind: 'width', width }
}

/**
 * With these settings, a 480 px wide card of the demo catalogue takes on average: AVIF 11.4 KB (40.3 dB), WebP 10.5 KB
 * (39.7 dB), JPEG 15 KB, each 25 to 40 ms of CPU time. AVIF at effort 1 saves a fifth of the bytes for two to three times
 * the CPU time, 48 times per page for the first visitor of a cold shop. Full chroma, since cloth is more colour than line.
 */
const AVIF = { quality: 58, effort: 0, chromaSubsampling: '4:4:4' }
const WEBP = { quality: 76, effort: 2 }
const JPEG = { quality: 74, mozjpeg: true }

const SOCIAL_CARD_MAX_BYTES = 300_000
const SOCIAL_CARD_QUALITIES = [82, 65, 45]

/** Imported on first use: a process that finds every variant in the store never loads it. One thread per encoding. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/**
 * Encodes a variant from the original. Upright, in sRGB, transparency on white, and without metadata: a phone's photo
 * contains its location.
 */
export async function encodeVariant(original: Uint8Array, variant: Variant): Promise<Buffer<ArrayBuffer>> {
  const sharp = await loadSharp()
  const image = sharp(original, { failOn: 'error' }).autoOrient().flatten({ background: '#ffffff' })
  if (variant.kind === 'card') return socialCard(image, variant.picture.dominantHex)
  if (variant.kind === 'width') image.resize({ width: variant.width })
  switch (variant.format) {
    case 'avif':
      return image.avif(AVIF).toBuffer()
    case 'webp':
      return image.webp(WEBP).toBuffer()
    case 'jpg':
      return image.jpeg(JPEG).toBuffer()
  }
}

/** Centres the whole picture on its dominant colour, so that a tall garment is not cropped at neck and hem. */
async function socialCard(image: Sharp, dominantHex: string): Promise<Buffer<ArrayBuffer>> {
  const card = image.resize(SOCIAL_CARD_WIDTH, SOCIAL_CARD_HEIGHT, {
    fit: 'contain',
    background: dominantHex,
  })
  let bytes = Buffer.alloc(0)
  for (const quality of SOCIAL_CARD_QUALITIES) {
    bytes = await card.clone().jpeg({ quality, mozjpeg: true }).toBuffer()
    if (bytes.length < SOCIAL_CARD_MAX_BYTES) break
  }
  return bytes
}
