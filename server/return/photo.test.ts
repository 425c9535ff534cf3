import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { returnPhotos } from '#server/db/schema/return.ts'
import { receiptUrl } from '#server/order/receipt-link.ts'
import { erasePerson } from '#server/person/erase.ts'
import { exportPerson } from '#server/person/export.ts'
import type { Role } from '#shared/contract/permission.ts'
import { DAY_MS } from '#shared/duration.ts'
import { addAccount } from '#test/support/account.ts'
import { deliverParcels } from '#test/support/delivered.ts'
import { addOrder } from '#test/support/order.ts'
import { openShopScene } from '#test/support/shop-scene.ts'
import { joinStaff, type StaffBrowser } from '#test/support/staff.ts'

const shop = openShopScene()
const people = {} as Record<Role, StaffBrowser>
const file = {} as Record<'photo' | 'huge', Uint8Array>
beforeAll(async () => {
  for (const role of ['owner', 'support', 'packer'] as const) people[role] = await joinStaff(shop, role)
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#884422' } })
  const exif = { IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitudeRef: 'N' } }
  file.photo = await plain(2400, 1200).withExif(exif).jpeg().toBuffer()
  file.huge = await plain(6000, 6000).png().toBuffer()
})

let placed = 0
/** An order whose buyer has asked to send a piece back, and their calls by the link in a mail. */
async function asked() {
  placed += 1
  const email = `photo-${placed}@example.ng`
  const { id } = await addOrder(shop, { email, status: 'paid', quantities: [1] })
  await deliverParcels(shop, id, [[1]])
  const path = `/api/return/receipt/${receiptUrl(shop.settings, { orderId: id, madeAt: shop.now() }).split('/').at(-1)}`
  const form = { lines: [{ position: 0, quantity: 1 }], reason: 'faulty', after: 0 }
  expect((await shop.call('POST', path, form)).status).toBe(200)
  const send = async (slot: number | string, content: BodyInit | Uint8Array = file.photo, headers = {}) => {
    const body = content instanceof Uint8Array ? formOf(content) : content
    const response = await shop.request(`${path}/1/photo/${slot}`, { method: 'POST', body, headers })
    return { status: response.status, body: await response.json() }
  }
  const photos = async (): Promise<string[]> => (await shop.call('GET', path)).body.requests[0].photos
  const requestId = async () => (await people.owner.call('GET', `/order/${id}/return`)).body.requests[0].id
  return { id, email, path, send, photos, requestId }
}

function formOf(content: Uint8Array): FormData {
  const form = new FormData()
  form.append('photo', new Blob([new Uint8Array(content)]), 'IMG_1.jpg')
  return form
}

const look = async (path: string) => {
  const response = await shop.request(path)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('a photo is made anew, without what the phone wrote into it, and seen by its buyer and by staff', async () => {
  const { send, photos, requestId } = await asked()
  expect(await photos()).toEqual([])
  const twice = await Promise.all([send(1), send(1)])
  expect(twice.map(({ status }) => status)).toEqual([200, 200])
  expect((await send(3)).body.requests[0].photos).toHaveLength(2)
  const [address = ''] = await photos()
  const { response, bytes } = await look(address)
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('cache-control'),
  ]).toEqual([200, 'image/jpeg', 'no-store'])
  const { width, height, exif } = await sharp(bytes).metadata()
  expect([width, height, exif]).toEqual([1600, 800, undefined])
  const id = await requestId()
  expect(await shop.db.$count(returnPhotos, eq(returnPhotos.requestId, id))).toBe(2)
  expect((await people.owner.call('GET', `/return/${id}/photo/2`)).status).toBe(404)
  const seen = await Promise.all(
    (['owner', 'support', 'packer'] as const).map((role) =>
      shop.request(`/api/admin/return/${id}/photo/1`, { headers: { cookie: people[role].cookie() } }),
    ),
  )
  expect(seen.map(({ status }) => status)).toEqual([200, 200, 403])
  expect((await look(`/api/admin/return/${id}/photo/1`)).response.status).toBe(401)
})

test('the address of a photo cannot be guessed, changed or used for long', async () => {
  const { send, photos } = await asked()
  await send(1)
  const [address = ''] = await photos()
  const [id, slot, day, signature = ''] = address.split('/').at(-1)?.split('.') ?? []
  for (const forged of [
    `${id}.2.${day}.${signature}`,
    `${id}.${slot}.${Number(day) + 1}.${signature}`,
    `${id}.${slot}.${day}.${signature.replace(/./, (digit) => (digit === '0' ? '1' : '0'))}`,
    `${id}.${slot}.${day}`,
    'x',
  ])
    expect((await look(`/api/return/photo/${forged}`)).response.status).toBe(404)
  const start = shop.clock.now
  shop.clock.now += 2 * DAY_MS
  expect((await look(address)).response.status).toBe(404)
  const [fresh = ''] = await photos()
  expect((await look(fresh)).response.status).toBe(200)
  shop.clock.now = start
})

test('what is not a photo is refused in words, and nothing is kept', async () => {
  const { send, photos } = await asked()
  const text = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"></svg>')
  const refusals: [unknown, number, string, RegExp][] = [
    [await send(1, text), 400, 'VALIDATION', /^Your photo /],
    [await send(1, file.photo.subarray(0, 900)), 400, 'VALIDATION', /may be damaged/],
    [await send(1, file.huge), 400, 'VALIDATION', /^Your photo /],
    [await send(1, new Uint8Array(1_100_000)), 413, 'BODY_TOO_LARGE', /too much/],
    [await send(1, '{}', { 'content-type': 'application/json' }), 415, 'UNSUPPORTED_MEDIA_TYPE', /form/],
    [await send(1, new FormData()), 400, 'VALIDATION', /./],
    [await send(4), 400, 'VALIDATION', /./],
    [await send(0), 400, 'VALIDATION', /./],
  ]
  for (const [said, status, code, words] of refusals)
    expect(said).toMatchObject({ status, body: { code, message: expect.stringMatching(words) } })
  expect(await photos()).toEqual([])
})

test('only the order’s own buyer adds one, while the request is not answered, and not without end', async () => {
  const { id, path, send, photos, requestId } = await asked()
  const stranger = await addAccount(shop, 'stranger-photo@example.ng')
  const bare = await shop.request(`/api/return/${id}/1/photo/1`, { method: 'POST', body: formOf(file.photo) })
  const other = await shop.request(`/api/return/${id}/1/photo/1`, {
    method: 'POST',
    body: formOf(file.photo),
    headers: { authorization: `Bearer ${stranger.token}` },
  })
  const unknown = await shop.request(`${path}/2/photo/1`, { method: 'POST', body: formOf(file.photo) })
  expect([bare.status, other.status, unknown.status]).toEqual([401, 404, 404])
  for (let tries = 0; tries < 19; tries += 1) await send(1, new FormData())
  expect((await send(1)).status).toBe(429)
  shop.clock.now += DAY_MS
  expect((await send(1)).status).toBe(200)
  shop.clock.now -= DAY_MS
  await people.owner.act('POST', `/return/${await requestId()}/approve`, {
    shown: 'asked',
    answer: 'Send it',
  })
  expect((await send(2)).body.code).toBe('REFUSED')
  expect(await photos()).toHaveLength(1)
})

test('photos are in the export of a person and go with them, or half a year later', async () => {
  const { email, send, requestId, photos } = await asked()
  await send(1)
  const [address = ''] = await photos()
  const exported = await exportPerson(shop.db, email, shop.now())
  const [shown = ''] = exported?.orders[0]?.returnRequests[0]?.photos ?? []
  expect((await sharp(Buffer.from(shown, 'base64')).metadata()).format).toBe('jpeg')
  const id = await requestId()
  await erasePerson(shop.db, email, { appSecret: shop.settings.appSecret, actor: 'ngozi', now: shop.now() })
  expect((await look(address)).response.status).toBe(404)
  expect(await shop.db.$count(returnPhotos, eq(returnPhotos.requestId, id))).toBe(0)

  await (await asked()).send(1)
  const left = () => shop.db.$count(returnPhotos)
  shop.clock.now += 179 * DAY_MS
  await shop.jobs.runDue()
  expect(await left()).toBeGreaterThan(0)
  shop.clock.now += 3 * DAY_MS
  await shop.jobs.runDue()
  expect(await left()).toBe(0)
})
