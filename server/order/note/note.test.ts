import { beforeAll, expect, test } from 'vitest'
import { listActsOn } from '#server/audit/store.ts'
import { COMMANDS } from '#server/cli/commands.ts'
import { erasePerson } from '#server/person/erase.ts'
import { exportPerson } from '#server/person/export.ts'
import type { Role } from '#shared/contract/permission.ts'
import { NOTE_MAX_CHARS, ORDER_NOTES_MAX } from '#shared/limits.ts'
import { orderNumber } from '#shared/order-number.ts'
import { addOrder } from '#test/support/order.ts'
import { openAsOwner, runOwner } from '#test/support/owner.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { joinStaff, type SignedInMember } from '#test/support/staff.ts'

const shop = openShopScene()
const people = {} as Record<Role, SignedInMember>
beforeAll(async () => {
  for (const role of ['owner', 'packer', 'support', 'accountant'] as const)
    people[role] = await joinStaff(shop, role)
})

let placed = 0
async function order(status: 'paid' | 'cancelled' = 'paid') {
  placed += 1
  const email = `noted-${placed}@example.ng`
  const { id } = await addOrder(shop, { email, status, quantities: [1] })
  const write = (role: Role, text: unknown) => people[role].act('POST', `/order/${id}/note`, { text })
  const read = async (role: Role) => (await people[role].call('GET', `/order/${id}/note`)).body.notes
  return { id, email, write, read }
}

test('a note is seen by whoever handles the order, and removed only by whoever wrote it', async () => {
  const { id, write, read } = await order()
  expect((await write('packer', '  Gate code 0412,\nring twice ')).body.notes).toMatchObject([
    { text: 'Gate code 0412,\nring twice', isOwn: true },
  ])
  shop.clock.now += 1_000
  await write('support', 'She called')
  const [first, second] = await read('owner')
  expect([first, second]).toMatchObject([
    { text: 'Gate code 0412,\nring twice', isOwn: false },
    { text: 'She called', isOwn: false },
  ])
  const remove = (role: Role, note: string) => people[role].act('DELETE', `/order/${id}/note/${note}`)
  expect((await remove('owner', first.id)).status).toBe(404)
  expect((await remove('packer', first.id)).body.notes).toHaveLength(1)
  expect((await remove('packer', first.id)).status).toBe(404)
  const elsewhere = await order()
  expect((await people.support.act('DELETE', `/order/${elsewhere.id}/note/${second.id}`)).status).toBe(404)
  expect(await read('owner')).toHaveLength(1)

  expect((await write('accountant', 'x')).status).toBe(403)
  const acts = await listActsOn(shop.db, ['order'], id)
  expect(acts.map(({ action, details }) => [action, details]).toSorted()).toEqual([
    ['order.note', {}],
    ['order.note', {}],
    ['order.remove-note', {}],
  ])
})

test('an empty or endless note, one too many, and one about an order that the role does not see are refused', async () => {
  const { write, read } = await order()
  for (const text of ['', ' \n ', 'x'.repeat(NOTE_MAX_CHARS + 1), 'a\u0000b', 7, undefined])
    expect((await write('owner', text)).status).toBe(400)
  for (let note = 0; note < ORDER_NOTES_MAX; note++) await write('owner', `${note}`)
  expect((await write('owner', 'one more')).body).toMatchObject({ code: 'REFUSED' })
  expect(await read('owner')).toHaveLength(ORDER_NOTES_MAX)

  const unpaid = await order('cancelled')
  expect((await unpaid.write('packer', 'x')).status).toBe(404)
  expect((await unpaid.write('support', 'x')).status).toBe(200)
  const { status } = await people.owner.call('GET', '/order/unknown/note')
  expect(status).toBe(404)
})

test('by command too; it goes with its buyer, and is in their export', async () => {
  const { id, email, read } = await order()
  const run = (...args: string[]) => runOwner(COMMANDS, ['orders', ...args], { open: openAsOwner(shop) })
  expect(await run('note', orderNumber(id), 'A gift: no bill')).toMatchObject({ code: 0 })
  expect((await run('note', orderNumber(id), ' ')).code).toBe(2)
  expect(await read('owner')).toMatchObject([{ text: 'A gift: no bill', writtenBy: 'ngozi', isOwn: false }])
  expect((await run('show', orderNumber(id))).out).toContain('Note     A gift: no bill (ngozi, ')
  const exported = await exportPerson(shop.db, email, shop.now())
  expect(exported?.orders[0]?.notes).toMatchObject([{ text: 'A gift: no bill' }])
  await erasePerson(shop.db, email, { appSecret: shop.settings.appSecret, actor: 'ngozi', now: shop.now() })
  expect(await read('owner')).toEqual([])
})
