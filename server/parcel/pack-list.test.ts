import { beforeAll, expect, test } from 'vitest'
import type { Role } from '#shared/contract/permission.ts'
import { addOrder } from '#test/support/order.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { joinStaff, type SignedInMember } from '#test/support/staff.ts'

const shop = openShopScene()
const people = {} as Record<Role, SignedInMember>
beforeAll(async () => {
  for (const role of ['owner', 'packer'] as const) people[role] = await joinStaff(shop, role)
})

let placed = 0
/** A paid order with these quantities of its lines. */
async function paidOrder(...quantities: number[]): Promise<{ id: string }> {
  placed += 1
  shop.clock.now += 1
  return addOrder(shop, { email: `listed-${placed}@example.ng`, status: 'paid', quantities })
}
const packedId = async (orderId: string, body: object = {}): Promise<string> => {
  const { status, body: known } = await people.packer.act('POST', `/order/${orderId}/parcel`, body)
  expect(status).toBe(200)
  return known.parcels.at(-1).id
}
const send = (id: string) => people.packer.act('POST', `/parcel/${id}/send`, { courier: 'gig' })

test('the pack list: what waits longest first, with what is left of it, and what slips say for the role', async () => {
  const first = await paidOrder(2, 1)
  const second = await paidOrder(1)
  await packedId(first.id, { lines: [{ position: 0, quantity: 1 }] })
  const list = async (who: SignedInMember) => (await who.call('GET', '/pack')).body
  const { toPack, toSend, totals } = await list(people.packer)
  const ids = toPack.map(({ orderId }: { orderId: string }) => orderId)
  expect(ids.indexOf(first.id)).toBeLessThan(ids.indexOf(second.id))
  expect(totals.toPack).toBe(toPack.length)
  const ofFirst = ({ orderId }: { orderId: string }) => orderId === first.id
  expect(toPack.find(ofFirst)).toMatchObject({
    parcel: null,
    to: { fullName: 'Ada Obi', address: '12 Admiralty Way', phone: null },
    lines: [
      { position: 0, quantity: 1 },
      { position: 1, quantity: 1 },
    ],
  })
  expect(toSend.find(ofFirst)).toMatchObject({
    parcel: { number: 1 },
    lines: [{ position: 0, quantity: 1 }],
  })
  expect((await list(people.owner)).toPack.find(ofFirst).to.phone).toBe('+2348031234567')
})

test('slips of selected orders: of what is to pack and what is to send, and of nothing else', async () => {
  const [toPack, partly, sent] = [await paidOrder(1), await paidOrder(2), await paidOrder(1)]
  await paidOrder(1)
  await packedId(partly.id, { lines: [{ position: 0, quantity: 1 }] })
  await send(await packedId(sent.id))
  const { id: unpaid } = await addOrder(shop, { email: 'unpaid@example.ng' })
  const asked = [toPack.id, partly.id, sent.id, unpaid]
  const { body } = await people.packer.call('GET', `/slips?orders=${asked.join()}`)
  const found = body.slips.map((slip: { orderId: string; parcel: { number: number } | null }) => [
    slip.orderId,
    slip.parcel?.number,
  ])
  expect(found).toEqual([
    [toPack.id, undefined],
    [partly.id, undefined],
    [partly.id, 1],
  ])
  expect((await people.packer.call('GET', '/slips?orders=all')).status).toBe(400)
})
