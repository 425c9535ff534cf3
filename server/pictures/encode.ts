import type { Sharp } from 'sharp'
import { SOCIAL_CARD_HEIGHT, SOCIAL_CARD_WIDTH } from '#shared/picture.ts'
import type { Variant } from './variant.ts'

/**
 * A 480 px wide card of the demo catalogue is then, on average: AVIF 11.4 KB (40.3 dB), WebP 10.5 KB (39.7 dB), JPEG
 * 15 KB, each 25 to 40 ms of one processor. AVIF's effort 1 saves a fifth of the bytes for two to three times the work,
 * which the first visitor of a cold shop would wait for 48 times a page. Full chroma, as cloth is more colour than line.
 */
const AVIF = { quality: 58, effort: 0, chromaSubsampling: '4:4:4' }
const WEBP = { quality: 76, effort: 2 }
const JPEG = { quality: 74, mozjpeg: true }

const SOCIAL_CARD_MAX_BYTES = 300_000
const SOCIAL_CARD_QUALITIES = [82, 65, 45]

/** Loaded with the first picture: a process that finds all of them made does without. One thread makes each. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

/**
 * Makes a variant's bytes from the original's. Upright, in sRGB, on white where the original is see-through,
 * and without the original's metadata: a phone's photo says where it was taken.
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

/** The whole picture in the middle of its own dominant colour: a tall garment is not cut at neck and hem. */
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
