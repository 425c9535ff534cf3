/**
 * Generates the home page's pictures from the brand's originals, in a few widths, as AVIF, WebP and JPEG:
 * `npx node scripts/brand-pictures.mjs`. The files it writes to web/home/picture are committed.
 */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { ROOT } from './stamp.mjs'

const INTO = join(ROOT, 'web', 'home', 'picture')
const FROM = join(ROOT, 'demo', 'brand')

/**
 * Name → widths. The single JPEG, for browsers without AVIF and WebP, has the middle width. The portrait has none: it is only
 * an alternative to the hero, whose JPEG those browsers use on a phone too.
 */
const PICTURES = {
  hero: [960, 1440, 2160],
  'hero-portrait': [480, 720, 1080],
  promo: [480, 800, 1280],
  'slide-1': [720, 1080, 1600],
  'slide-2': [720, 1080, 1600],
  'slide-3': [720, 1080, 1600],
  'slide-4': [720, 1080, 1600],
  'story-1': [360, 720, 1000],
  'story-2': [360, 720, 1000],
  'story-3': [360, 720, 1000],
}
/** The picture that a phone waits for first is made a fifth smaller; its halftone dots are slightly less sharp. */
const AVIF = { quality: 52, effort: 6 }
const AVIF_OF_FIRST = { quality: 46, effort: 9 }

await rm(INTO, { recursive: true, force: true })
await mkdir(INTO, { recursive: true })
for (const [name, widths] of Object.entries(PICTURES)) {
  const isPortrait = name === 'hero-portrait'
  const jpegWidth = isPortrait ? undefined : widths[Math.floor((widths.length - 1) / 2)]
  for (const width of widths) {
    const picture = sharp(join(FROM, `${name}.webp`)).resize({ width, withoutEnlargement: true })
    const file = (format) => join(INTO, `${name}-${width}.${format}`)
    await picture
      .clone()
      .avif(isPortrait ? AVIF_OF_FIRST : AVIF)
      .toFile(file('avif'))
    await picture.clone().webp({ quality: 74, effort: 6 }).toFile(file('webp'))
    if (width === jpegWidth) await picture.clone().jpeg({ quality: 76, mozjpeg: true }).toFile(file('jpg'))
  }
}
process.stdout.write(`${(await readdir(INTO)).length} files\n`)
