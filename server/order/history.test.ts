import { expect, test } from 'vitest'
import { z } from 'zod'
import { order } from '#shared/contract/order.ts'
import { addAccount, signUp, type TestAccount } from '#test/support/account.ts'
import { addOrder } from '#test/support/order.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

let ada: TestAccount
const shop = openShopScene(async () => {
  ada = await addAccount(shop, 'ada@example.ng')
})

async function listOf(token: string): Promise<string[]> {
  const { status, body } = await shop.call('GET', '/api/order/my-orders', undefined, {
    authorization: `Bearer ${token}`,
  })
  expect(status).toBe(200)
  return z
    .array(order)
    .parse(body)
    .map((one) => one._id)
}

test('an order is returned as it was placed, in naira, with its payment', {
  tags: ['3.23', '7.22'],
}, async () => {
  const { id, reference } = await addOrder(shop, { email: ada.email, userId: ada.id, status: 'paid' })
  const { status, body, headers } = await shop.call('GET', `/api/order/${id}`, undefined, ada.headers)
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toEqual({
    _id: id,
    items: [
      {
        productId: 'tee',
        name: 'Lagos Tee',
        image: '/pictures/tee.jpg',
        price: 12_500,
        quantity: 1,
        color: 'black',
        size: 'M',
      },
    ],
    shippingInfo: {
      fullName: 'Ada Obi',
      email: 'ada@example.ng',
      phone: '+2348031234567',
      address: '12 Admiralty Way',
      city: 'Eti-Osa',
      state: 'Lagos',
      country: 'Nigeria',
    },
    shippingLocation: 'Lekki',
    email: 'ada@example.ng',
    totalAmount: 15_500.5,
    shippingFee: 3_000.5,
    status: 'paid',
    paymentReference: reference,
    paidAt: shop.now().toISOString(),
    arrival: { first: '2026-11-23', last: '2026-11-23' },
    parcels: [],
    pendingPayment: null,
    refunds: [],
    createdAt: shop.now().toISOString(),
  })
})

test('the newest 100 orders are listed, newest first', { tags: ['7.21'] }, async () => {
  const busy = await addAccount(shop, 'busy@example.ng')
  const ids: string[] = []
  for (let age = 0; age < 102; age++) {
    const createdAt = new Date(shop.clock.now - age * 1000)
    ids.push((await addOrder(shop, { email: busy.email, userId: busy.id, createdAt })).id)
  }
  expect(await listOf(busy.token)).toEqual(ids.slice(0, 100))
})

test('verifying an address reveals the guest orders made with it, before and after', async () => {
  const before = await addOrder(shop, { email: 'guest@example.ng', status: 'paid' })
  const { token } = await signUp(shop, 'guest@example.ng')
  expect(await listOf(token)).toEqual([before.id])
  const after = await addOrder(shop, {
    email: 'guest@example.ng',
    createdAt: new Date(shop.clock.now + 1000),
  })
  expect(await listOf(token)).toEqual([after.id, before.id])
  const one = await shop.call('GET', `/api/order/${before.id}`, undefined, {
    authorization: `Bearer ${token}`,
  })
  expect(one.status).toBe(200)
})

test('an unverified address reveals nothing', async () => {
  await addOrder(shop, { email: 'claimed@example.ng' })
  const claimer = await addAccount(shop, 'claimed@example.ng', { isVerified: false })
  expect(await listOf(claimer.token)).toEqual([])
})

test('an order placed while signed in belongs to that user, whatever address it names', async () => {
  const owner = await addAccount(shop, 'owner@example.ng')
  const friend = await addAccount(shop, 'friend@example.ng')
  const { id } = await addOrder(shop, { email: friend.email, userId: owner.id })
  expect(await listOf(owner.token)).toEqual([id])
  expect(await listOf(friend.token)).toEqual([])
  expect((await shop.call('GET', `/api/order/${id}`, undefined, friend.headers)).status).toBe(404)
})

test("somebody else's order gives the same response as an unknown one, byte for byte", {
  tags: ['6.4'],
}, async () => {
  const stranger = await addAccount(shop, 'stranger@example.ng')
  const { id } = await addOrder(shop, { email: ada.email, userId: ada.id })
  const responseTo = async (orderId: string) => {
    const response = await shop.request(`/api/order/${orderId}`, { headers: stranger.headers })
    const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
    return JSON.stringify([response.status, headers, await response.text()])
  }
  const unknown = await responseTo('0'.repeat(40))
  expect(unknown).toContain('Order not found')
  for (const tried of [id, id.toUpperCase(), `${id}%20`, `%27%20or%201=1--`, 'x'.repeat(500)]) {
    expect(await responseTo(tried)).toBe(unknown)
  }
})
