import sharp, { type Sharp } from 'sharp'
import { SOCIAL_CARD_HEIGHT, SOCIAL_CARD_WIDTH } from '#shared/picture.ts'
import type { Variant } from './variant.ts'

const SOCIAL_CARD_MAX_BYTES = 300_000
const SOCIAL_CARD_QUALITIES = [82, 65, 45]

/**
 * Makes a variant's bytes from the original's file. Upright, in sRGB, on white where the original is see-through,
 * and without the original's metadata: a phone's photo says where it was taken.
 */
export async function encodeVariant(originalFile: string, variant: Variant): Promise<Buffer<ArrayBuffer>> {
  const image = sharp(originalFile, { failOn: 'error' }).autoOrient().flatten({ background: '#ffffff' })
  if (variant.kind === 'card') return socialCard(image, variant.picture.dominantHex)
  if (variant.kind === 'width') image.resize({ width: variant.width })
  switch (variant.format) {
    case 'avif':
      return image.avif({ quality: 55, effort: 0, chromaSubsampling: '4:2:0' }).toBuffer()
    case 'webp':
      return image.webp({ quality: 74, effort: 3 }).toBuffer()
    case 'jpg':
      return image.jpeg({ quality: 74, mozjpeg: true }).toBuffer()
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
