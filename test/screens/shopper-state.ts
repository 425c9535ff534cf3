import type { CartItem } from '#shared/cart.ts'
import type { Product } from '#shared/contract/product.ts'
import { shownPrice } from '#shared/price.ts'
import type { Stage } from './stage.ts'

/** State that a shopper arrives with: a cart, a wishlist, a session, a form typed before. */

export const MEMBER = { id: 'member', fullName: 'Ada Obi', email: 'ada.obi@example.com' }

/** Signs in with a token that only the mocked responses accept. */
export async function signIn(stage: Stage, user = MEMBER): Promise<void> {
  stage.store({ name: 'session', state: { state: { token: 'screens', user }, version: 1 } })
  await stage.respond('auth/profile', { user })
  await stage.respond('order/my-orders', [])
}

type Line = { name: string; quantity?: number }

/** Fills the cart with these products, each in the colour and size with the most stock. */
export async function fillCart(stage: Stage, lines: readonly Line[]): Promise<CartItem[]> {
  const items = await Promise.all(
    lines.map(async ({ name, quantity = 1 }): Promise<CartItem> => {
      const product = await stage.shop.find(name)
      const [most] = product.stock.toSorted((one, other) => other.quantity - one.quantity)
      if (most === undefined) throw new Error(`${name} is made in no colour and size`)
      const { color, size, quantity: qtyAvailable } = most
      return { ...cardOf(product), color, size, quantity, qtyAvailable }
    }),
  )
  stage.store({
    name: 'cart',
    state: { state: { items, checkoutKey: 'a-wish-to-buy-of-32-characters-00' }, version: 1 },
  })
  return items
}

export async function fillWishlist(stage: Stage, names: readonly string[]): Promise<void> {
  const items = await Promise.all(
    names.map(async (name) => {
      const product = await stage.shop.find(name)
      return { ...cardOf(product), qtyAvailable: product.qtyAvailable }
    }),
  )
  stage.store({ name: 'wishlist', state: { state: { items }, version: 1 } })
}

function cardOf(product: Product) {
  const { price } = shownPrice(product, Date.now())
  return { id: product.id, name: product.name, price, image: product.image }
}

export const DELIVERY = {
  fullName: 'Ada Obi',
  email: 'ada.obi@example.com',
  phone: '0803 123 4567',
  address: '12 Allen Avenue, by the second bus stop',
  state: 'Lagos',
  city: 'Ikeja',
  shippingLocation: 'Lagos: Ikeja',
}

/** Stores a checkout form that was filled in before, with these fields changed. */
export function typeBefore(stage: Stage, changes: Partial<typeof DELIVERY> = {}): void {
  const state = { owner: null, fields: { ...DELIVERY, ...changes } }
  stage.store({ name: 'checkout-draft', state: { state, version: 1 } })
}

/** Stores a pending code for this purpose; a `reset_password` code may have been verified already (`otp`). */
export function awaitCode(
  stage: Stage,
  purpose: 'verify_email' | 'reset_password',
  pending: { email?: string; waitS?: number; otp?: string } = {},
): void {
  const { email = MEMBER.email, waitS = 0, otp = null } = pending
  const code = { email, resendAtMs: Date.now() + waitS * 1_000, otp }
  const state = { verify_email: null, reset_password: null, [purpose]: code }
  stage.store({ name: 'pending-code', state: { state, version: 1 }, isOfTab: true })
}
