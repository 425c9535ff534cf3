import pLimit from 'p-limit'
import { loadSharp } from './encode.ts'
import { PictureError } from './original.ts'

/** Enough to see a seam; a phone's photo has 12 million pixels, of which the browser leaves two. */
const SIDE_MAX_PX = 1600
const PIXELS_MAX = 25_000_000
const FORMATS = new Set(['jpeg', 'png', 'webp'])
const JPEG = { quality: 74, mozjpeg: true }

/** One at a time: decoded, the largest one takes 100 MB. */
const oneAtATime = pLimit(1)

/**
 * A photo that a stranger has sent, made anew: upright, in sRGB, not larger than needed, and without the metadata, which says where
 * it was taken. Throws a PictureError.
 */
export function encodePhoto(sent: Uint8Array): Promise<Buffer<ArrayBuffer>> {
  return oneAtATime(async () => {
    const sharp = await loadSharp()
    try {
      const image = sharp(sent, { failOn: 'error', limitInputPixels: PIXELS_MAX })
      const { format } = await image.metadata()
      if (!FORMATS.has(format)) throw new PictureError('is not a JPEG, PNG or WebP picture')
      return await image
        .autoOrient()
        .flatten({ background: '#ffffff' })
        .resize({ width: SIDE_MAX_PX, height: SIDE_MAX_PX, fit: 'inside', withoutEnlargement: true })
        .jpeg(JPEG)
        .toBuffer()
    } catch (error) {
      if (error instanceof PictureError) throw error
      throw new PictureError('cannot be read as a picture, it may be damaged', { cause: error })
    }
  })
}
