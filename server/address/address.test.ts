import { expect, test } from 'vitest'
import { exportPerson } from '#server/person/export.ts'
import type { SavedAddress } from '#shared/contract/address.ts'
import { addAccount } from '#test/support/account.ts'
import { addOrder } from '#test/support/order.ts'
import { openShopScene } from '#test/support/shop-scene.ts'

const shop = openShopScene()
const MARINA = {
  fullName: 'Ada Obi',
  phone: '0803 123 4567',
  address: '7 Marina',
  state: 'Lagos',
  city: 'Lagos Island',
}

test('the addresses of paid orders are a member’s to use, correct, make the default and remove', async () => {
  const ada = await addAccount(shop, 'ada@address.example')
  const bola = await addAccount(shop, 'bola@address.example')
  const listOf = async ({ headers }: typeof ada): Promise<SavedAddress[]> =>
    (await shop.call('GET', '/api/address', undefined, headers)).body
  await addOrder(shop, { email: ada.email, userId: ada.id, status: 'cancelled' })
  expect(await listOf(ada)).toEqual([])
  await addOrder(shop, { email: ada.email, userId: ada.id, status: 'paid' })
  await addOrder(shop, { email: ada.email, status: 'paid' })
  const [sent, ...others] = await listOf(ada)
  expect(others).toEqual([])
  expect(sent).toMatchObject({ address: '12 Admiralty Way', city: 'Eti-Osa', isDefault: true })
  expect(await listOf(bola)).toEqual([])

  const change = (id: string | undefined, body: unknown, who = ada) =>
    shop.call('POST', `/api/address/${id}`, body, who.headers)
  expect((await change(sent?.id, { isDefault: true }, bola)).status).toBe(404)
  const refused = await change(sent?.id, { address: { ...MARINA, phone: '12', city: 'Kano' } })
  expect(refused.status).toBe(400)
  const { body: corrected } = await change(sent?.id, { address: MARINA })
  expect(corrected).toMatchObject([{ ...MARINA, phone: '+2348031234567', isDefault: true }])
  // The orders that were sent to the old one do not bring it back.
  expect(await listOf(ada)).toEqual(corrected)

  const known = await exportPerson(shop.db, ada.email, shop.now())
  expect(known?.addresses).toMatchObject([{ address: '7 Marina' }])
  const removed = await shop.call('DELETE', `/api/address/${corrected[0].id}`, undefined, ada.headers)
  expect([removed.status, removed.body]).toEqual([200, []])
  expect(await listOf(ada)).toEqual([])
  expect((await shop.call('DELETE', `/api/address/${corrected[0].id}`, undefined, ada.headers)).status).toBe(
    404,
  )
})
