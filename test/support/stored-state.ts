import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { CartItem } from '#shared/cart.ts'
import type { Product } from '#shared/contract/product.ts'
import { shownPrice } from '#shared/price.ts'

/** What a shopper's browser has stored when they arrive, in the formats of web/state. */
export type StoredEntry = { name: string; state: object; isOfTab?: boolean }

/**
 * Shows none of the shop's pages, but has its origin: its storage, and the browser's process for it with all that it has compiled.
 * Left for an empty page, the next one takes three times the processor time.
 */
export const THRESHOLD = '/healthz'

/** Opens the shop's origin and leaves nothing but these entries in the browser's storage. */
export async function storeEntries(page: Page, entries: readonly StoredEntry[]): Promise<void> {
  if (!page.url().endsWith(THRESHOLD)) await page.goto(THRESHOLD)
  await page.evaluate((all) => {
    localStorage.clear()
    sessionStorage.clear()
    for (const { name, state, isOfTab } of all) {
      const storage = isOfTab ? sessionStorage : localStorage
      storage.setItem(name, JSON.stringify({ state, version: 1 }))
    }
  }, entries)
}

/** The line of a product in this colour and size, or in the ones with the most stock; `known` is what the browser knows of it. */
export function cartLine(product: Product, { color, size, ...known }: Partial<CartItem> = {}): CartItem {
  const [most] = product.stock
    .filter((entry) => entry.color === (color ?? entry.color) && entry.size === (size ?? entry.size))
    .toSorted((one, other) => other.quantity - one.quantity)
  return {
    ...cardOf(product),
    color: color ?? most?.color ?? '',
    size: size ?? most?.size ?? '',
    quantity: 1,
    qtyAvailable: most?.quantity ?? 0,
    ...known,
  }
}

function cardOf(product: Product) {
  const { price } = shownPrice(product, Date.now())
  return { id: product.id, name: product.name, price, image: product.image }
}

export const cartEntry = (items: readonly CartItem[]): StoredEntry => ({
  name: 'cart',
  state: { items, checkoutKey: randomBytes(16).toString('hex'), unseen: [], checkedAtMs: 0 },
})

export const wishlistEntry = (products: readonly Product[]): StoredEntry => ({
  name: 'wishlist',
  state: { items: products.map((product) => ({ ...cardOf(product), qtyAvailable: product.qtyAvailable })) },
})

export const sessionEntry = (token: string, user: object): StoredEntry => ({
  name: 'session',
  state: { token, user },
})
