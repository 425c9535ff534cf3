/**
 * A deterministic synthetic catalogue of any size: names, tags and descriptions in the shop's own vocabulary, with a
 * vocabulary that grows with the catalogue, twelve colour-size pairs per product, a seventh of the pairs sold out.
 */

import { mulberry32 } from '#test/support/mulberry32.ts'

export type BenchProduct = {
  id: string
  sku: string
  name: string
  category: string
  colors: readonly string[]
  sizes: readonly string[]
  priceKobo: number
  discountPercent: number | undefined
}

/** Lines for COPY … FROM, in the order of the column lists below. */
export type CatalogueChunk = { products: string; stock: string }

export const PRODUCT_COLUMNS =
  'id, sku, name, description, category, tags, colors, sizes, images, price_kobo, discount_type, discount_value, rating_sum, rating_count, added_at, updated_at'
export const STOCK_COLUMNS = 'product_id, color, size, available'

const CHUNK_PRODUCTS = 5_000
/** Checkouts buy the first pair of this many products; it is stocked well enough for every run. */
export const PRODUCTS_BOUGHT = 1_000
const ENOUGH = 1_000_000
const NEWEST_MS = Date.UTC(2026, 0, 1)
const MINUTE_MS = 60_000

const KINDS: readonly (readonly [category: string, noun: string, tag: string])[] = [
  ['Tees', 'Tee', 'cotton'],
  ['Tees', 'Long-Sleeve Tee', 'longsleeve'],
  ['Hoodies', 'Hoodie', 'fleece'],
  ['Hoodies', 'Sweatshirt', 'crew'],
  ['Shirts', 'Camp Shirt', 'woven'],
  ['Shirts', 'Grandad Shirt', 'linen'],
  ['Jackets', 'Bomber', 'nylon'],
  ['Jackets', 'Trucker', 'denim'],
  ['Bags', 'Tote', 'canvas'],
  ['Bags', 'Backpack', 'travel'],
  ['Jerseys', 'Home Jersey', 'football'],
  ['Joggers', 'Jogger', 'jogger'],
  ['Joggers', 'Track Pant', 'track'],
  ['Co-ords', 'Two-Piece', 'set'],
  ['Caps', 'Six-Panel Cap', 'cap'],
  ['Caps', 'Bucket Hat', 'bucket'],
  ['Sandals', 'Slide', 'slide'],
  ['Sandals', 'Toe-Post Sandal', 'leather'],
  ['Shorts', 'Mesh Short', 'mesh'],
  ['Denim', 'Straight Jean', 'denim'],
]
const PLACES =
  'Eko,Danfo,Balogun,Owambe,Harmattan,Ojuelegba,Oshodi,Surulere,Makoko,Yaba,Mushin,Apapa,Marina,Festac,Ikeja,Lagoon,Tarkwa,Obalende,Rotimi,Ibadan,Akoka,Alaba,Conductor,Agbada,Ankara,Adire,Aso-Oke,Kampala,Palm,Zobo,Third Mainland,Bar Beach,Night Bus,Stadium Road'.split(
    ',',
  )
const STYLES =
  'Boxy,Stripe,Graphic,Market,Gothic,Washed,Heavyweight,Cropped,Ringer,Arch,Reflective,Everyday,Cargo,Panel,Loose,Fleece,Varsity,Square,Disc,Wave,Mesh,Blackletter,Canvas,Weekend'.split(
    ',',
  )
const COLORS =
  'black,white,off-white,navy,olive,wine,cream,emerald,royal blue,orange,red,grey,charcoal,indigo,burgundy,mustard,sage,sand,teal,rust,sky blue,ivory,chocolate,lilac,khaki,maroon,lime,pink'.split(
    ',',
  )
const CLOTHING_SIZES = ['S', 'M', 'L', 'XL']
const SHOE_SIZES = ['41', '42', '43', '44']
const MORE_TAGS = 'unisex,print,retro,resort,oversized,women,men,occasion,breathable,embroidery'.split(',')
const SENTENCE_WORDS =
  'combed cotton cut wide short sits hip screen printed across chest three pulls ink soft jersey bus shoulder blades brushed inside ribbed cuffs hem heavy drop washed once so the colour is already its own double stitched seams pocket deep enough for phone drawcord metal tips lined hood dyed in small batches lagos workshop worn loose true to size dries fast on hot days collar stands up packs flat light wind proof woven by hand piped edge contrast thread'.split(
    ' ',
  )
const SYLLABLES = 'ba,de,fe,gbo,ji,ka,lo,mu,ni,ola,pe,ra,se,tu,wa,ye,zi,ade,chi,emi,iwa,oko,uche,amo'.split(
  ',',
)

export function pick<T>(random: () => number, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('Nothing to pick from')
  return value
}

function hexDigits(random: () => number, digits: number): string {
  let text = ''
  while (text.length < digits)
    text += Math.floor(random() * 0x1_0000)
      .toString(16)
      .padStart(4, '0')
  return text.slice(0, digits)
}

/** Invented model names: their number grows with the square root of the catalogue, as vocabularies do. */
function modelName(random: () => number, products: number): string {
  const wordRandom = mulberry32(Math.floor(random() * Math.sqrt(products) * 40))
  const word = Array.from({ length: 3 }, () => pick(wordRandom, SYLLABLES)).join('')
  return word.charAt(0).toUpperCase() + word.slice(1)
}

type MadeProduct = BenchProduct & { line: string; stock: string[] }

function makeProduct(at: number, products: number): MadeProduct {
  const random = mulberry32(at * 7_919 + 1)
  const id = hexDigits(random, 40)
  const sku = `BENCH-${at}`
  const [category, noun, tag] = pick(random, KINDS)
  const name = `${pick(random, PLACES)} ${modelName(random, products)} ${pick(random, STYLES)} ${noun}`
  const description = `${Array.from({ length: 20 }, () => pick(random, SENTENCE_WORDS)).join(' ')}.`
  const tags = [
    tag,
    pick(random, MORE_TAGS),
    ...(random() < 0.1 ? ['NewIn'] : []),
    ...(random() < 0.1 ? ['BestSellers'] : []),
  ]
  const firstColor = Math.floor(random() * COLORS.length)
  const colors = [0, 9, 17].map((step) => COLORS[(firstColor + step) % COLORS.length] ?? '')
  const sizes = category === 'Sandals' ? SHOE_SIZES : CLOTHING_SIZES
  const images = Array.from(
    { length: 6 },
    () => `/pictures/${hexDigits(random, 16)}-1080x1350-${hexDigits(random, 6)}.jpg`,
  )
  const priceKobo = (8 + Math.floor(random() * 340)) * 50_000
  const discountPercent = random() < 0.2 ? 5 + 5 * Math.floor(random() * 6) : undefined
  const ratingCount = Math.floor(random() * 40)
  const addedAt = new Date(NEWEST_MS - at * MINUTE_MS).toISOString()
  const line = [
    id,
    sku,
    name,
    description,
    category,
    arrayText(tags),
    arrayText(colors),
    arrayText(sizes),
    arrayText(images),
    priceKobo,
    discountPercent === undefined ? '\\N' : 'percentage',
    discountPercent === undefined ? '\\N' : discountPercent * 100,
    Math.floor(ratingCount * (3 + random() * 2)),
    ratingCount,
    addedAt,
    addedAt,
  ].join('\t')
  const quantityOf = (pair: number) => {
    if (pair === 0 && at < PRODUCTS_BOUGHT) return ENOUGH
    return random() < 0.14 ? 0 : 1 + Math.floor(random() * 40)
  }
  const stock = colors
    .flatMap((color) => sizes.map((size) => `${id}\t${color}\t${size}`))
    .map((pair, i) => `${pair}\t${quantityOf(i)}`)
  return { id, sku, name, category, colors, sizes, priceKobo, discountPercent, line, stock }
}

function arrayText(values: readonly string[]): string {
  return `{${values.map((value) => `"${value}"`).join(',')}}`
}

/** The whole catalogue, in chunks that fit in memory. */
export function* catalogueChunks(products: number): Generator<CatalogueChunk> {
  for (let from = 0; from < products; from += CHUNK_PRODUCTS) {
    const made = Array.from({ length: Math.min(CHUNK_PRODUCTS, products - from) }, (_, i) =>
      makeProduct(from + i, products),
    )
    yield {
      products: `${made.map(({ line }) => line).join('\n')}\n`,
      stock: `${made.flatMap(({ stock }) => stock).join('\n')}\n`,
    }
  }
}

/** The product at a position of the catalogue (from 0), for building requests about it. */
export function productAt(at: number, products: number): BenchProduct {
  const { line: _line, stock: _stock, ...product } = makeProduct(at, products)
  return product
}
