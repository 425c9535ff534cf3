import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

/**
 * The catalogue of the journeys. Small and plain, so that a journey can state what it expects to the naira. There are enough black
 * tees and caps for all purchases of all journeys that share a shop.
 */
export type CatalogueProduct = {
  sku: string
  name: string
  price: number
  category: string
  description: string
  tags: string[]
  colors: string[]
  sizes: string[]
  images: string[]
  stock: { color: string; size: string; quantity: number }[]
  discount?: { type: 'fixed' | 'percentage'; amount: number }
}

export const PLACES = [
  { place: 'Lagos: Yaba', amount: 1_500, states: ['Lagos'] },
  { place: 'Lagos: Lekki', amount: 2_500.5, states: ['Lagos'] },
]

const tee: CatalogueProduct = {
  sku: 'J-TEE',
  name: 'Danfo Tee',
  price: 18_500,
  category: 'Tees',
  description: 'Heavy cotton with a yellow stripe.',
  tags: ['NewIn', 'cotton'],
  colors: ['black', 'white'],
  sizes: ['S', 'M'],
  images: ['black.png', 'white.png'],
  stock: [
    { color: 'black', size: 'S', quantity: 120 },
    { color: 'black', size: 'M', quantity: 80 },
    { color: 'white', size: 'S', quantity: 0 },
    { color: 'white', size: 'M', quantity: 5 },
  ],
}

const jacket: CatalogueProduct = {
  sku: 'J-JACKET',
  name: 'Okada Jacket',
  price: 80_000,
  category: 'Jackets',
  description: 'Waxed, with one more pocket than you need.',
  tags: ['NewIn', 'BestSellers'],
  colors: ['black'],
  sizes: ['M', 'L'],
  images: ['black.png'],
  stock: [
    { color: 'black', size: 'M', quantity: 1 },
    { color: 'black', size: 'L', quantity: 3 },
  ],
  discount: { type: 'percentage', amount: 25 },
}

const cap: CatalogueProduct = {
  sku: 'J-CAP',
  name: 'Eko Cap',
  price: 7_500.5,
  category: 'Caps',
  description: 'Five panels, one size.',
  tags: ['NewIn'],
  colors: [],
  sizes: [],
  images: ['white.png'],
  stock: [{ color: '', size: '', quantity: 60 }],
}

/**
 * Enough for a second page. The tenth has three pictures. The last one is sold out, has reviews, and contains markup that must
 * stay text.
 */
const fillers = Array.from({ length: 50 }, (_, index): CatalogueProduct => {
  const number = String(index + 1).padStart(2, '0')
  const isLast = number === '50'
  return {
    sku: `J-PLAIN-${number}`,
    name: `Plain Tee ${number}`,
    price: 5_000 + index * 100,
    category: 'Tees',
    description: isLast ? 'No print </script><script>alert(1)</script><!-- at all.' : 'No print at all.',
    tags: ['cotton'],
    colors: ['white'],
    sizes: ['M'],
    images: number === '10' ? ['white.png', 'grey.png', 'black.png'] : ['white.png'],
    stock: [{ color: 'white', size: 'M', quantity: isLast ? 0 : 20 }],
  }
})

const REVIEWS = [
  { userName: 'Tobi', rating: 5, comment: 'Plain, as promised.' },
  { userName: 'Ronke', rating: 4, comment: 'A little plain.' },
].map((review) => ({ sku: 'J-PLAIN-50', createdAt: '2026-06-08T14:12:06.000Z', ...review }))

export const PRODUCTS = [tee, jacket, cap, ...fillers]

/** Writes a folder for the shop's import command. */
export async function writeCatalogue(folder: string, products = PRODUCTS): Promise<void> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'products.json'), JSON.stringify(products))
  writeFileSync(join(folder, 'places.json'), JSON.stringify(PLACES))
  const reviews = REVIEWS.filter(({ sku }) => products.some((product) => product.sku === sku))
  writeFileSync(join(folder, 'reviews.json'), JSON.stringify(reviews))
  for (const [name, background] of Object.entries({ black: '#1a1a1a', grey: '#9a9a9a', white: '#fafafa' })) {
    await sharp({ create: { width: 640, height: 800, channels: 3, background } })
      .png()
      .toFile(join(folder, `${name}.png`))
  }
}
