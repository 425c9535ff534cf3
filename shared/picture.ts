/**
 * A picture's URL carries all that a page needs to lay it out before its first byte arrives:
 *
 * /pictures/<content hash>-<width>x<height>-<dominant colour>.jpg, with variants <…>.<width>.<format>.
 *
 * URLs are immutable: different content has a different hash.
 */
const PICTURE_WIDTHS = [160, 240, 320, 480, 720, 1080] as const
export const PICTURE_FORMATS = ['avif', 'webp', 'jpg'] as const
export type PictureFormat = (typeof PICTURE_FORMATS)[number]

const ADDRESS = /^\/pictures\/([0-9a-f]{16,64})-(\d{1,5})x(\d{1,5})-([0-9a-f]{6})\.jpg$/

/** `stem` is the address without its .jpg; width and height are the original's, in pixels; dominantHex is "#rrggbb". */
export type Picture = { stem: string; width: number; height: number; dominantHex: string }

/** `hash` is 16 to 64 hex digits of the content; sizes are in pixels; the colour may begin with "#". */
export function pictureAddress(hash: string, width: number, height: number, dominantHex: string): string {
  return `/pictures/${hash}-${width}x${height}-${dominantHex.replace('#', '')}.jpg`
}

/** Parses a picture URL of this shop; undefined for any other (an owner may put a foreign URL in a product). */
export function parsePicture(address: string): Picture | undefined {
  const match = ADDRESS.exec(address)
  if (!match) return undefined
  const [, , width, height, hex] = match
  return {
    stem: address.slice(0, -'.jpg'.length),
    width: Number(width),
    height: Number(height),
    dominantHex: `#${hex}`,
  }
}

/**
 * The widths in which a picture is served: never wider than the original, which is a candidate itself up to the largest
 * width.
 */
export function pictureWidths(originalWidth: number): number[] {
  const smaller = PICTURE_WIDTHS.filter((width) => width < originalWidth)
  const largest = PICTURE_WIDTHS[PICTURE_WIDTHS.length - 1] ?? 1080
  return originalWidth <= largest ? [...smaller, originalWidth] : [...smaller]
}

/** For a picture to itself, which can be zoomed: wider than any that a page of many asks for. */
const LARGE_PX = 1200

export function largeWidth(originalWidth: number): number {
  return Math.min(originalWidth, LARGE_PX)
}

/** The widest in which a picture is served, up to `maxPx`; the narrowest if all are wider. */
export function pictureWidthWithin(originalWidth: number, maxPx: number): number | undefined {
  const widths = pictureWidths(originalWidth)
  return widths.findLast((each) => each <= maxPx) ?? widths[0]
}

export function pictureSrcSet(picture: Picture, format: PictureFormat): string {
  return pictureWidths(picture.width)
    .map((width) => `${picture.stem}.${width}.${format} ${width}w`)
    .join(', ')
}

export const SOCIAL_CARD_WIDTH = 1200
export const SOCIAL_CARD_HEIGHT = 630

/** The picture on a 1200 × 630 JPEG below 300 KB: what messengers and social networks show for a shared link. */
export function socialCardAddress(picture: Picture): string {
  return `${picture.stem}.card.jpg`
}
