import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import type { Light } from './draw/cloth.ts'
import { type Design, dyeOf, sceneOf } from './draw/design.ts'
import { bottoms, jackets, sets } from './draw/design-outer.ts'
import { bags, caps, perfumes, sandals } from './draw/design-rest.ts'
import { hoodies, jerseys, shirts, tees } from './draw/design-tops.ts'
import { compose, encode, light, type Studio } from './draw/picture.ts'

/**
 * Draws every picture named in products.json, which says what exists and in which colours; the designs say how it looks.
 */
const designs: Record<string, Design> = {
  ...tees,
  ...jerseys,
  ...hoodies,
  ...shirts,
  ...jackets,
  ...bottoms,
  ...sets,
  ...caps,
  ...bags,
  ...sandals,
  ...perfumes,
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    scale: { type: 'string', default: '1' },
    into: { type: 'string' },
    quality: { type: 'string', default: '74' },
  },
})
const catalogue = new URL('catalogue/', import.meta.url)
const into = values.into
  ? new URL(`${values.into.replace(/\/?$/, '/')}`, `file://${process.cwd()}/`)
  : catalogue
const studio: Studio = { width: 1200, height: 1500, scale: Number(values.scale) }
/** The shop's own swatches, so that a garment's colour matches its swatch exactly. */
const families = JSON.parse(
  await readFile(new URL('../shared/data/colour-swatches.json', import.meta.url), 'utf8'),
) as Record<string, Record<string, string>>
const swatches: Record<string, string> = Object.assign({}, ...Object.values(families))
const products = JSON.parse(await readFile(new URL('products.json', catalogue), 'utf8')) as {
  sku: string
  colors: string[]
  images: string[]
}[]

let drawn = 0
let bytes = 0
for (const { sku, colors, images } of products) {
  if (values.only && !values.only.some((wanted) => sku.includes(wanted))) continue
  const design = designs[sku]
  if (!design) throw new Error(`There is no design for ${sku}`)
  const lights: (Light | undefined)[] = []
  for (const [index, image] of images.entries()) {
    const picture = (index % 2) + 1
    const name = colors[Math.floor(index / 2)] ?? 'none'
    const cloth = swatches[name] ?? '#838689'
    const scene = sceneOf(design, dyeOf(name, cloth), picture, sku)
    lights[picture] ??= await light(scene, studio, sku)
    const pixels = await compose(scene, lights[picture], studio)
    const file = await encode(
      pixels,
      Math.round(studio.width * studio.scale),
      Math.round(studio.height * studio.scale),
      Number(values.quality),
      60_000,
    )
    const target = new URL(image, into)
    await mkdir(dirname(target.pathname), { recursive: true })
    await writeFile(target, file)
    drawn++
    bytes += file.length
  }
  console.log(`${sku} ${images.length}`)
}
console.log(`${drawn} pictures, ${(bytes / 1048576).toFixed(1)} MB`)
