import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { listActsOn } from '#server/audit/store.ts'
import { newId } from '#server/db/id.ts'
import { products } from '#server/db/schema/catalogue.ts'
import type { Role } from '#shared/contract/permission.ts'
import { MINUTE_MS } from '#shared/duration.ts'
import { orderNumber } from '#shared/order-number.ts'
import { addOrder } from '#test/support/order.ts'
import { seedProduct } from '#test/support/purchase.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { joinStaff, type StaffBrowser } from '#test/support/staff.ts'

const shop = openShopScene()
const people = {} as Record<Role, StaffBrowser>
const placed: Record<string, { id: string; reference: string }> = {}

beforeAll(async () => {
  for (const role of ['owner', 'packer', 'support', 'accountant', 'catalogue'] as const)
    people[role] = await joinStaff(shop, role)
  await seedProduct(shop.db, { id: 'cap', stock: [] })
  await shop.db.update(products).set({ sku: 'JR-CAP', name: 'Eko Cap' }).where(eq(products.id, 'cap'))
  const place = async (name: string, order: Parameters<typeof addOrder>[1]) => {
    shop.clock.now += MINUTE_MS
    placed[name] = await addOrder(shop, order)
  }
  await place('adire', {
    fullName: 'Bọ́lá Àdìrẹ',
    email: 'bola.a@example.ng',
    phone: '+2348031112222',
    status: 'paid',
  })
  await place('eze', {
    // Its number has no letter and begins with a zero, as a phone number does.
    id: `${newId().slice(0, -5)}01234`,
    fullName: 'Chidi Eze',
    email: 'chidi@example.com',
    phone: '+2348055556666',
  })
  await place('obi', {
    fullName: 'Chidi Obi',
    email: 'obi@example.com',
    phone: '+447911123456',
    status: 'paid',
    productId: 'cap',
  })
})

const idOf = (name: string) => placed[name]?.id ?? ''
const namesOf = (list: { orders: { id: string }[] }) =>
  list.orders.map(({ id }) => Object.keys(placed).find((name) => idOf(name) === id))
const search = async (text: string, who = people.owner) => {
  const { status, body } = await who.call('GET', `/order?search=${encodeURIComponent(text)}`)
  expect(status).toBe(200)
  return namesOf(body)
}

test('an order is found by whatever its owner has at hand', async () => {
  const found: [string, string[]][] = [
    ['bola adire', ['adire']],
    ['ÀDÌRẸ', ['adire']],
    ['Chidi', ['obi', 'eze']],
    ['chidi obi', ['obi']],
    ['bola.a@example.ng', ['adire']],
    ['0803 111 2222', ['adire']],
    ['+234 803-111-2222', ['adire']],
    ['8031112', ['adire']],
    ['07911 123456', ['obi']],
    ['jr-cap', ['obi']],
    ['eko c', ['obi']],
    ['100%', []],
    ["o'brien & | ! (", []],
  ]
  for (const [text, names] of found) expect({ text, names: await search(text) }).toEqual({ text, names })
  expect(await search(`#${orderNumber(idOf('eze'))}`)).toEqual(['eze'])
  expect(await search(placed.eze?.reference ?? '')).toEqual(['eze'])
})

test('views, and pages that neither repeat nor lose an order', async () => {
  const list = async (query: string) => (await people.owner.call('GET', `/order?${query}`)).body
  expect(namesOf(await list('view=paid'))).toEqual(['obi', 'adire'])
  expect(namesOf(await list('view=unpaid'))).toEqual(['eze'])
  expect(namesOf(await list('view=needs-you'))).toEqual([])
  expect(namesOf(await list('view=refunded'))).toEqual([])
  expect(namesOf(await list('place=Lekki'))).toEqual(['obi', 'eze', 'adire'])
  const seen: (string | undefined)[] = []
  let after: string | null = ''
  while (after !== null) {
    const page: { orders: { id: string }[]; next: string | null } = await list(
      `limit=1${after === '' ? '' : `&after=${encodeURIComponent(after)}`}`,
    )
    seen.push(...namesOf(page))
    after = page.next
  }
  expect(seen).toEqual(['obi', 'eze', 'adire'])
  expect((await people.owner.call('GET', '/order?after=nonsense')).status).toBe(400)
})

test('each role sees what it may: packers no money and nothing unpaid, accountants nobody’s name', async () => {
  const see = async (role: Role) => {
    const list = await people[role].call('GET', '/order')
    if (list.status !== 200) return { status: list.status }
    const { body } = await people[role].call('GET', `/order/${idOf('adire')}`)
    return {
      listed: namesOf(list.body),
      name: list.body.orders.at(-1).name,
      total: list.body.orders.at(-1).total,
      email: body.buyer?.email,
      phone: body.buyer?.phone,
      reference: body.money?.reference,
      price: body.lines[0].price,
      unpaid: (await people[role].call('GET', `/order/${idOf('eze')}`)).status,
    }
  }
  const adire = {
    name: 'Bọ́lá Àdìrẹ',
    total: 15_500.5,
    email: 'bola.a@example.ng',
    phone: '+2348031112222',
    reference: placed.adire?.reference,
    price: 12_500,
  }
  const all = { listed: ['obi', 'eze', 'adire'], unpaid: 200 }
  expect(await see('owner')).toEqual({ ...all, ...adire })
  expect(await see('support')).toEqual({ ...all, ...adire, phone: null })
  const noMoney = { total: null, reference: undefined, price: null }
  expect(await see('packer')).toEqual({
    ...{ ...adire, ...noMoney, email: null, phone: null },
    ...{ listed: ['obi', 'adire'], unpaid: 404 },
  })
  expect(await see('accountant')).toEqual({
    ...{ ...all, ...adire },
    ...{ name: null, email: undefined, phone: undefined },
  })
  expect(await see('catalogue')).toEqual({ status: 403 })
})

test('a phone number shown on a tap is recorded, without the number', async () => {
  const path = `/order/${idOf('adire')}/phone`
  const { status, body } = await people.support.act('POST', path)
  expect({ status, body }).toEqual({ status: 200, body: { phone: '+2348031112222' } })
  expect((await people.packer.act('POST', path)).status).toBe(403)
  const acts = await listActsOn(shop.db, 'order', idOf('adire'))
  expect(acts).toMatchObject([{ action: 'order.show-phone', actor: 'Support', details: {} }])
})
