/**
 * Makes the home page's pictures, in few widths and in AVIF, WebP and JPEG, from the brand's and the catalogue's own:
 * `node scripts/brand-pictures.mjs`. What it writes to web/home/picture is part of the sources.
 */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const ROOT = join(import.meta.dirname, '..')
const INTO = join(ROOT, 'web', 'home', 'picture')
const CATALOGUE = 'demo/catalogue/pictures'

/** Name → source and widths. The one JPEG, for browsers that know neither AVIF nor WebP, takes the middle width. */
const PICTURES = {
  hero: { source: `${CATALOGUE}/danfo-stripe-tee-black-2.webp`, widths: [640, 1080, 1600] },
  fresh: { source: `${CATALOGUE}/bar-beach-wave-shirt-coral-2.webp`, widths: [480, 960] },
  worn: { source: `${CATALOGUE}/surulere-stadium-mesh-top-black-1.webp`, widths: [480, 960] },
  sale: { source: `${CATALOGUE}/adire-square-camp-shirt-indigo-2.webp`, widths: [480, 960] },
  all: { source: `${CATALOGUE}/kampala-tie-dye-tee-purple-2.webp`, widths: [480, 960] },
  cotton: { source: `${CATALOGUE}/harmattan-washed-tee-taupe-2.webp`, widths: [480, 960] },
  print: { source: `${CATALOGUE}/no-shaking-heavyweight-tee-forest-green-2.webp`, widths: [480, 960] },
  pocket: { source: `${CATALOGUE}/makoko-linen-grandad-shirt-ivory-2.webp`, widths: [480, 960] },
}

await rm(INTO, { recursive: true, force: true })
await mkdir(INTO, { recursive: true })
for (const [name, { source, widths }] of Object.entries(PICTURES)) {
  const middle = widths[Math.floor((widths.length - 1) / 2)]
  for (const width of widths) {
    const picture = sharp(join(ROOT, source)).resize({ width, withoutEnlargement: true })
    const file = (format) => join(INTO, `${name}-${width}.${format}`)
    await picture.clone().avif({ quality: 52, effort: 6 }).toFile(file('avif'))
    await picture.clone().webp({ quality: 74, effort: 6 }).toFile(file('webp'))
    if (width === middle) await picture.clone().jpeg({ quality: 76, mozjpeg: true }).toFile(file('jpg'))
  }
}
process.stdout.write(`${(await readdir(INTO)).length} files\n`)
