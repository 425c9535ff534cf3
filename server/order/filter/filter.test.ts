import { beforeAll, expect, test } from 'vitest'
import { staffOrderFilters } from '#server/db/schema/staff.ts'
import { erasePerson } from '#server/person/erase.ts'
import { exportPerson } from '#server/person/export.ts'
import { SAVED_FILTERS_MAX } from '#shared/limits.ts'
import { addOrder } from '#test/support/order.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { joinStaff, type SignedInMember } from '#test/support/staff.ts'
import { isSearchFor } from './about-person.ts'

const shop = openShopScene()
let packer: SignedInMember
let owner: SignedInMember
beforeAll(async () => {
  packer = await joinStaff(shop, 'packer')
  owner = await joinStaff(shop, 'owner')
})

const save = (name: string, filter: object, who = packer) =>
  who.act('POST', '/order-filter', { name, filter })
const names = async (who = packer) =>
  (await who.call('GET', '/order-filter')).body.filters.map((each: { name: string }) => each.name)

test('a filter is saved, found by name, renamed and removed, by its member alone', async () => {
  const filter = { view: 'to-pack', place: 'Lekki', since: '2026-11-20T00:00:00+01:00' }
  const saved = await save(' Lekki, today ', filter)
  expect(saved).toMatchObject({ status: 200, body: { filters: [{ name: 'Lekki, today', filter }] } })
  await save('hoodies', { search: 'hoodie', view: 'all' })
  expect([await names(), await names(owner)]).toEqual([['hoodies', 'Lekki, today'], []])

  const taken = await save('HOODIES', { view: 'paid' })
  expect([taken.status, taken.body.fields]).toEqual([409, { name: 'You have a filter “hoodies” already.' }])
  expect((await save('hoodies', { view: 'paid' }, owner)).status).toBe(200)

  const [hoodies, lekki] = (await packer.call('GET', '/order-filter')).body.filters
  const rename = (who: SignedInMember, id: string, name: string) =>
    who.act('PUT', `/order-filter/${id}`, { name })
  expect((await rename(owner, lekki.id, 'mine now')).status).toBe(404)
  expect((await rename(packer, lekki.id, 'Hoodies')).status).toBe(409)
  expect((await rename(packer, hoodies.id, 'Hoodies')).status).toBe(200)
  expect((await owner.act('DELETE', `/order-filter/${hoodies.id}`)).status).toBe(200)
  expect(await names()).toEqual(['Hoodies', 'Lekki, today'])
  for (const { id } of [hoodies, lekki]) await packer.act('DELETE', `/order-filter/${id}`)
  expect([await names(), await names(owner)]).toEqual([[], ['hoodies']])
})

test.each([
  ['', { view: 'paid' }],
  ['x'.repeat(41), { view: 'paid' }],
  ['nothing such', { view: 'everything' }],
  ['a word', { since: 'yesterday' }],
])('what the list of orders would not take is not saved: %j %j', async (name, filter) => {
  expect((await save(name, filter)).status).toBe(400)
  expect(await names()).toEqual([])
})

test('however many are saved at once, there are at most so many, and none twice', async () => {
  const same = await Promise.all(Array.from({ length: 4 }, () => save('same', { view: 'paid' })))
  expect(same.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  const saves = Array.from({ length: SAVED_FILTERS_MAX + 4 }, (_, n) => save(`filter ${n}`, { view: 'paid' }))
  const statuses = (await Promise.all(saves)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(SAVED_FILTERS_MAX - 1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(5)
  expect((await names()).length).toBe(SAVED_FILTERS_MAX)
})

test.each([
  ['Ada@Example.ng', true],
  ['ada obi', true],
  ['obi', true],
  ['0803 123 4567', true],
  ['+2348031234567', true],
  ['8031', false],
  ['hoodie', false],
  ['ada hoodie', false],
  ['a', false],
])('whether %j looks for a person', (search, is) => {
  expect(isSearchFor(search, { email: 'ada@example.ng', fullName: 'Ada Obi', phone: '+2348031234567' })).toBe(
    is,
  )
})

test('a search for somebody who is erased is forgotten with them', async () => {
  const email = 'chi@example.ng'
  await addOrder(shop, { email, fullName: 'Chi Eze', status: 'cancelled' })
  await save('her', { search: 'chi eze', view: 'all' }, owner)
  const before = await shop.db.$count(staffOrderFilters)
  expect(await exportPerson(shop.db, email, shop.now())).toMatchObject({ searchesSaved: 1 })
  const { appSecret } = shop.settings
  await erasePerson(shop.db, email, { appSecret, actor: 'ngozi', now: shop.now() })
  expect(await shop.db.$count(staffOrderFilters)).toBe(before - 1)
  expect(await names(owner)).toEqual(['hoodies'])
})
