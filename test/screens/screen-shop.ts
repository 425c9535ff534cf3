import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Product } from '#shared/contract/product.ts'
import { withPictures, writeDemoCatalogue } from '#test/support/demo-catalogue.ts'
import { runShopCommand, type ShopProcess, startShop } from '#test/support/server.ts'

export const LONG_NAME =
  'Onitshamainmarketpatchworkreversibleovercoat with Detachable Hood, Storm Flap and Seven Pockets'

const PICTURE = 'pictures/ojuelegba-denim-trucker-black-1.webp'

/** Edge cases that the demo catalogue does not have. The pictures are the demo's. */
const ODD_PRODUCTS = [
  {
    sku: 'ODD-LONG',
    name: LONG_NAME,
    price: 1_234_567.5,
    category: 'Jackets',
    description: 'A name that no line can hold, and a price that few can pay.',
    tags: ['waterproof'],
    colors: ['black'],
    sizes: ['M'],
    images: [PICTURE],
    stock: [{ color: 'black', size: 'M', quantity: 4 }],
    discount: { type: 'fixed', amount: 12_500 },
  },
  {
    sku: 'ODD-UNSEEN',
    name: 'Unphotographed Sample',
    price: 5_000,
    category: 'Tees',
    description: 'Nobody has taken its picture yet.',
    tags: ['handmade', 'occasion', 'limited', 'beaded', 'unisex'],
    colors: [],
    sizes: [],
    images: [],
    stock: [{ color: '', size: '', quantity: 2 }],
  },
]

/** The products whose gallery is looked at. Of all others there is one picture. */
const GALLERIES = ['Eko Boxy Tee', 'Danfo Stripe Tee']

export type ScreenShop = {
  url: string
  find: (name: string) => Promise<Product>
  close: () => Promise<void>
}

/**
 * Starts a shop with the demo catalogue and a few edge cases, as a real process. With `onePicture` all products share it, except for
 * the galleries: to read and to encode pictures takes most of the time until their screens are there.
 */
export async function openScreenShop({ onePicture = false } = {}): Promise<ScreenShop> {
  const folder = mkdtempSync(join(tmpdir(), 'jara-screens-'))
  // Root starts the database as a user who must be able to enter.
  chmodSync(folder, 0o755)
  const catalogue = join(folder, 'catalogue')
  const dataDir = join(folder, 'data')
  writeDemoCatalogue(catalogue, (products) => [
    ...products.map((product) => {
      if (GALLERIES.includes(product.name)) return product
      return onePicture ? { ...product, images: [PICTURE] } : withPictures(product, 1)
    }),
    ...ODD_PRODUCTS,
  ])
  await runShopCommand({ dataDir }, 'import', catalogue)
  rmSync(catalogue, { recursive: true })
  const shop: ShopProcess = await startShop({ dataDir, env: { RATE_LIMITS: 'off' } })
  const found = new Map<string, Promise<Product>>()
  return {
    url: shop.url,
    find: (name) => {
      const known = found.get(name) ?? fetchProduct(shop.url, name)
      found.set(name, known)
      return known
    },
    close: async () => {
      await shop.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function fetchProduct(url: string, name: string): Promise<Product> {
  const search = new URLSearchParams({ search: name })
  const list = (await (await fetch(`${url}/api/product?${search}`)).json()) as { products: Product[] }
  const id = list.products.find((product) => product.name === name)?.id
  if (id === undefined) throw new Error(`The shop sells no ${name}`)
  const respond = (await (await fetch(`${url}/api/product/${id}`)).json()) as { product: Product }
  return respond.product
}
