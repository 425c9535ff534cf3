import { expect, test } from 'vitest'
import { addAccount } from '#test/support/account.ts'
import { openPaymentScene } from '#test/support/payment-scene.ts'
import { newKey, passTime, pay, purchase, seedProduct } from '#test/support/purchase.ts'
import { solveWork } from '#web/data/work.ts'

const scene = openPaymentScene()
const { shop } = scene

type Sent = {
  lines?: Parameters<typeof purchase>[0]
  email?: string
  key?: string
  headers?: Record<string, string>
}

function start({ lines = [{ productId: scene.tee }], email, key = newKey(), headers = {} }: Sent) {
  const body = purchase(lines, email === undefined ? {} : { email })
  return shop.call('POST', '/api/payment/initialize', body, { 'idempotency-key': key, ...headers })
}

const cookieOf = ({ headers }: { headers: Headers }) => headers.get('set-cookie')?.split(';')[0] ?? ''

/** A browser that has started one payment, and so has a cookie. */
async function openBrowser(key = newKey()): Promise<Record<string, string>> {
  const response = await start({ key })
  expect([response.status, response.headers.get('set-cookie')]).toEqual([
    200,
    expect.stringMatching(/^device=\S+; Max-Age=34560000; Path=\/api; HttpOnly; SameSite=Lax$/),
  ])
  return { cookie: cookieOf(response) }
}

test('whoever names a member’s address uses up nothing of the member’s', async () => {
  const { email, headers } = await addAccount(shop, 'ada@actor.example')
  for (let tried = 0; tried < 3; tried++) expect((await start({ email })).status).toBe(200)
  expect((await start({ email })).status).toBe(429)
  expect((await start({ email, headers })).status).toBe(200)
})

test('a browser has limits of its own, whatever addresses it names', async () => {
  const headers = await openBrowser()
  for (const status of [200, 200, 429]) expect((await start({ headers })).status).toBe(status)
  expect((await start({})).status).toBe(200)
})

test('a cookie that is not ours is worth nothing', async () => {
  const response = await start({ headers: { cookie: 'device=abc.def' } })
  expect(cookieOf(response)).toMatch(/^device=/)
})

test('a checkout is of the browser or account that began it', async () => {
  const key = newKey()
  const own = await openBrowser(key)
  const other = await openBrowser()
  const lines = [{ productId: scene.tee, quantity: 2 }]
  const stolen = await start({ key, lines, headers: other })
  expect([stolen.status, stolen.body.code]).toEqual([403, 'FORBIDDEN'])
  expect((await start({ key, lines, headers: own })).status).toBe(200)

  const { headers: member } = await addAccount(shop, 'obi@actor.example')
  const theirs = newKey()
  expect((await start({ key: theirs, headers: member })).status).toBe(200)
  expect((await start({ key: theirs, lines, headers: { ...member, ...other } })).status).toBe(200)
  expect((await start({ key: theirs, headers: own })).status).toBe(403)
})

test.each([
  ['8 printable characters', 'abc d~89', 200],
  ['7 characters', '7 chars', 400],
  ['129 characters', 'x'.repeat(129), 400],
])('an Idempotency-Key of %s', async (_, key, status) => {
  const response = await start({ key: `${key}` })
  expect(response.status).toBe(status)
  if (status === 400)
    expect(response.body.message).toBe('Idempotency-Key must have 8 to 128 printable characters')
})

test('where much is held unpaid a start costs work, once for each, except of who has bought here', async () => {
  // What the tests before left unpaid counts for an hour.
  passTime(shop, 40)
  await shop.jobs.runDue()
  passTime(shop, 61)
  await seedProduct(shop.db, { id: 'rush', stock: [{ color: 'black', size: 'M', quantity: 200 }] })
  const buyer = await openBrowser()
  const bought = await start({ headers: buyer })
  await pay(shop, bought.body.data.reference)
  await shop.jobs.runDue()
  const rush = (quantity: number) => ({ lines: [{ productId: 'rush', quantity }] })
  expect((await start(rush(20))).status).toBe(200)
  const asked = await start(rush(5))
  expect([asked.status, asked.body.code]).toEqual([428, 'WORK_NEEDED'])
  const work = { 'proof-of-work': await solveWork(asked.body.details) }
  expect((await start({ ...rush(5), headers: work })).status).toBe(200)
  expect((await start({ ...rush(5), headers: work })).status).toBe(428)
  expect((await start({ ...rush(5), headers: { 'proof-of-work': 'bm8=' } })).status).toBe(428)
  expect((await start({ ...rush(5), headers: buyer })).status).toBe(200)
  // One purchase in a browser does not count for every account that logs in there.
  const { headers: member } = await addAccount(shop, 'fresh@actor.example')
  expect((await start({ ...rush(5), headers: { ...member, ...buyer } })).status).toBe(428)
})
