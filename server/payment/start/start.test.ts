import { describe, expect, test } from 'vitest'
import { hashToken } from '#server/auth/session-store.ts'
import { newId } from '#server/db/id.ts'
import { sessions, users } from '#server/db/schema/person.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { getOrderOf, initialize, newKey, purchase } from '#test/support/purchase.ts'

const scene = openPaymentScene()
const { shop } = scene

test.each([
  [{ items: [] }, 'items', 'Please add items to your cart before proceeding.'],
  [{ items: undefined }, 'items', 'Please add items to your cart before proceeding.'],
  [{ shippingFee: undefined }, 'shippingFee', 'Please select a shipping location.'],
  [{ email: 'not an address' }, 'email', 'Please enter a valid email'],
  [{ shippingInfo: {} }, 'shippingInfo.fullName', 'Full name is required'],
])('a request that breaks the contract names its field: %o', async (change, field, message) => {
  const { status, body } = await initialize(shop, purchase([{ productId: scene.tee }], change))
  expect([status, body.code, body.message]).toEqual([400, 'VALIDATION', message])
  expect(body.fields).toHaveProperty([field], message)
})

test.each([0, -1, 0.5])('%d pieces are no order', async (quantity) => {
  const { status, body } = await initialize(shop, purchase([{ productId: scene.tee, quantity }]))
  expect([status, body.code]).toEqual([400, 'VALIDATION'])
})

describe('the buyer', () => {
  const start = (token: string) =>
    shop.call('POST', '/api/payment/initialize', purchase([{ productId: scene.tee }]), {
      authorization: `Bearer ${token}`,
    })

  async function sessionOf(expiresAt: number): Promise<{ token: string; userId: string }> {
    const [token, userId] = [newId(), newId()]
    await shop.db
      .insert(users)
      .values({ id: userId, email: `${userId}@example.com`, fullName: 'A', passwordHash: '' })
    await shop.db.insert(sessions).values({
      tokenHash: hashToken(token),
      userId,
      lastUsedAt: new Date(shop.clock.now),
      expiresAt: new Date(expiresAt),
    })
    return { token, userId }
  }

  test('a signed-in shopper owns the order', async () => {
    const { token, userId } = await sessionOf(shop.clock.now + 60_000)
    const { body } = await start(token)
    expect((await getOrderOf(shop, body.data.reference)).order.userId).toBe(userId)
  })

  test('a guest who logs in before paying owns the order, whatever address its receipt goes to', async () => {
    const { token, userId } = await sessionOf(shop.clock.now + 60_000)
    const body = purchase([{ productId: scene.tee }])
    const headers = { 'idempotency-key': newKey() }
    const call = (more = {}) => shop.call('POST', '/api/payment/initialize', body, { ...headers, ...more })
    const asGuest = await call()
    const asMember = await call({ authorization: `Bearer ${token}` })
    expect((await getOrderOf(shop, asMember.body.data.reference)).order.userId).toBe(userId)
    expect((await getOrderOf(shop, asGuest.body.data.reference)).order.status).toBe('cancelled')
    expect((await call({ authorization: `Bearer ${token}` })).body.data).toEqual(asMember.body.data)
    // A session that has ended since takes nothing from its member.
    expect((await call()).body.data).toEqual(asMember.body.data)
  })

  test('an expired or invalid token makes the caller a guest, never a 401', async () => {
    const { token } = await sessionOf(shop.clock.now - 1)
    for (const dead of [token, newId(), 'x']) {
      const { status, body } = await start(dead)
      expect(status).toBe(200)
      expect((await getOrderOf(shop, body.data.reference)).order.userId).toBeNull()
    }
  })
})
