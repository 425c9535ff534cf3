import type { CartItem } from '#shared/cart.ts'
import { cartEntry, cartLine, sessionEntry, wishlistEntry } from '#test/support/stored-state.ts'
import type { Stage } from './stage.ts'

/** State that a shopper arrives with: a cart, a wishlist, a session, a form typed before. */

export const MEMBER = { id: 'member', fullName: 'Ada Obi', email: 'ada.obi@example.com' }

/** Signs in with a token that only the mocked responses accept. */
export async function signIn(stage: Stage, user = MEMBER): Promise<void> {
  stage.store(sessionEntry('screens', user))
  await stage.respond('auth/profile', { user })
  await stage.respond('order/my-orders', [])
}

type Line = { name: string; quantity?: number }

/** Fills the cart with these products, each in the colour and size with the most stock. */
export async function fillCart(stage: Stage, lines: readonly Line[]): Promise<CartItem[]> {
  const items = await Promise.all(
    lines.map(async ({ name, quantity = 1 }) => cartLine(await stage.shop.find(name), { quantity })),
  )
  stage.store(cartEntry(items))
  return items
}

export async function fillWishlist(stage: Stage, names: readonly string[]): Promise<void> {
  stage.store(wishlistEntry(await Promise.all(names.map((name) => stage.shop.find(name)))))
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
  stage.store({ name: 'checkout-draft', state: { owner: null, fields: { ...DELIVERY, ...changes } } })
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
  stage.store({ name: 'pending-code', state, isOfTab: true })
}
