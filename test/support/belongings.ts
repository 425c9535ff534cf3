import type { Product } from '#shared/contract/product.ts'
import type { Belongings, Journey, Member } from './journey-type.ts'
import { PASSWORD } from './login.ts'
import { findProduct, YABA } from './shopper.ts'
import { cartEntry, cartLine, type StoredEntry, sessionEntry, wishlistEntry } from './stored-state.ts'

export async function listEntries(
  journey: Journey,
  { cart, wishlist, member, typed, place = YABA }: Belongings,
): Promise<StoredEntry[]> {
  const entries: StoredEntry[] = []
  if (cart) {
    const items = cart.map(async ({ name, ...choice }) => cartLine(await readProduct(journey, name), choice))
    entries.push(cartEntry(await Promise.all(items)))
  }
  if (wishlist) {
    const products = wishlist.map((name) => readProduct(journey, name))
    entries.push(wishlistEntry(await Promise.all(products)))
  }
  if (member) {
    const { body } = await journey.ask<Pick<Member, 'token' | 'user'>>('POST', '/api/auth/login', {
      email: member.email,
      password: PASSWORD,
    })
    entries.push(sessionEntry(body.token, { ...body.user, fullName: member.fullName }))
  }
  if (typed) {
    const fields = { ...typed, shippingLocation: place }
    entries.push({ name: 'checkout-draft', state: { owner: member?.user.id ?? null, fields } })
    entries.push({ name: 'delivery-place', state: { place } })
  }
  return entries
}

async function readProduct(journey: Journey, name: string): Promise<Product> {
  const { id } = await findProduct(journey, name)
  const { body } = await journey.ask<{ product: Product }>('GET', `/api/product/${id}`)
  return body.product
}
