import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { KEY, openPaystackScene } from '#test/support/paystack-scene.ts'
import type { SmallFetch } from '../connection/connect-fetch.ts'
import { successesOf } from '../settle/success-sweep.ts'

// Paystack's published samples differ from its schema and from each other. Each form is read, or told apart.

const scene = openPaystackScene()
const respond = (body: unknown, status = 200): SmallFetch => {
  return async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
}

describe('verify reads', () => {
  const honest = {
    id: 7,
    status: 'success',
    reference: 'jara-1',
    domain: 'test',
    currency: 'NGN',
    amount: 1_550_000,
    requested_amount: 1_550_000,
    fees: 100,
    paid_at: '2026-11-28T10:00:00.000Z',
  }
  const read = { status: 'success', amount: 1_550_000, requestedAmount: 1_550_000, currency: 'NGN' }
  const verifyOf = (data: unknown) =>
    scene.newProvider({ fetch: respond({ status: true, data }) }).verify('jara-1')

  test.each<[string, object, object]>([
    ['amounts of digits', { amount: '1550000', requested_amount: '1550000', fees: '100' }, { fees: 100 }],
    ['a fee that is not a whole number', { fees: 100.5 }, { fees: null }],
    ['no requested amount', { requested_amount: undefined }, { requestedAmount: null }],
    ['a requested amount of null', { requested_amount: null }, { requestedAmount: null }],
    ['an id of digits', { id: '9007199254740995' }, { id: '9007199254740995' }],
    ['a currency in lower case', { currency: 'ngn' }, {}],
    ['paidAt alone', { paid_at: undefined, paidAt: honest.paid_at }, { paidAt: new Date(honest.paid_at) }],
    ['a time after all times that can be stored', { paid_at: '+275760-01-01T00:00:00Z' }, { paidAt: null }],
    ['a time before money', { paid_at: '0001-01-01T00:00:00Z' }, { paidAt: null }],
  ])('%s', async (_, odd, expected) => {
    const result = await verifyOf({ ...honest, ...odd })
    expect(result).toMatchObject({ kind: 'known', transaction: { ...read, ...expected } })
  })

  test('a list of the one payment', async () => {
    expect(await verifyOf([honest])).toMatchObject({ kind: 'known', transaction: read })
  })

  test('an id above 2^53 to its last digit', async () => {
    const body = JSON.stringify({ status: true, data: honest }).replace('"id":7', '"id":9007199254740993')
    const result = await scene.newProvider({ fetch: respond(body) }).verify('jara-1')
    expect(result).toMatchObject({ kind: 'known', transaction: { id: '9007199254740993' } })
  })

  test.each([
    ['no payment', []],
    ['two payments', [honest, honest]],
    ['nothing', null],
    ['an amount that is none', { ...honest, amount: 'much' }],
  ])('%s as unreadable, asked for once, without closing the checkout', async (_, data) => {
    let calls = 0
    const fetch = respond({ status: true, data })
    const counted: SmallFetch = (...call) => {
      calls++
      return fetch(...call)
    }
    const provider = scene.newProvider({ fetch: counted })
    for (let tried = 0; tried < 6; tried++)
      expect(await provider.verify('jara-1')).toEqual({ kind: 'unreadable' })
    expect([calls, provider.isAvailable()]).toEqual([6, true])
  })

  test.each([
    [{ status: false, message: 'Transaction reference not found' }, 'absent'],
    [{ status: 'false', message: 'Transaction reference not found' }, 'absent'],
    [{ status: false, message: 'Something else' }, 'unreachable'],
  ])('%j with HTTP 200 as a refusal: %s', async (body, kind) => {
    expect((await scene.newProvider({ fetch: respond(body) }).verify('jara-1')).kind).toBe(kind)
  })
})

test('a start that is refused with HTTP 200 is a refusal', async () => {
  const fetch = respond({ status: 'false', message: 'No active channel' })
  expect(await scene.newProvider({ fetch }).start(scene.request())).toEqual({
    kind: 'refused',
    message: 'No active channel',
  })
})

test('an invalid key, with 400 as in the samples or 401 as in the schema, refuses no refund for good', async () => {
  for (const status of [400, 401]) {
    const fetch = respond({ status: false, message: 'Invalid key' }, status)
    expect(await scene.newProvider({ fetch }).refund('jara-1', 100)).toEqual({
      kind: 'unavailable',
      isKeyRefused: true,
    })
  }
})

describe('refunds of a payment', () => {
  /** Pays, and refunds in part, twice. */
  async function refundedTwice(): Promise<{ id: string; reference: string; since: Date }> {
    const reference = await scene.started()
    await scene.sandbox.advance(reference, 'success')
    for (const kobo of [500_000, 300_000]) await scene.provider.refund(reference, kobo)
    const verified = await scene.provider.verify(reference)
    if (verified.kind !== 'known') throw new Error('The sandbox lost the payment')
    return { id: verified.transaction.id, reference, since: new Date() }
  }
  const amounts = [{ amount: 300_000 }, { amount: 500_000 }]
  beforeAll(async () => {
    // More than a page of others.
    const other = await scene.started()
    await scene.sandbox.advance(other, 'success')
    for (let refunded = 0; refunded < 120; refunded++) await scene.provider.refund(other, 100)
  })

  test.each([
    ['where the filter is ignored', ['unfiltered']],
    ['by cursor', ['cursor']],
    ['by cursor, unfiltered', ['unfiltered', 'cursor']],
    ['in digits and other names', ['digits', 'other_names']],
  ] as const)('are found %s', async (_, kinds) => {
    const payment = await refundedTwice()
    for (const kind of kinds) scene.sandbox.faults.set({ target: 'refund', kind })
    const found = await scene.provider.listRefunds(payment)
    expect(found).toMatchObject({ kind: 'listed', refunds: amounts })
    expect(found.kind === 'listed' && found.refunds.every(({ createdAt }) => createdAt !== null)).toBe(true)
  })

  test('one is found by its number', async () => {
    const payment = await refundedTwice()
    const found = await scene.provider.listRefunds(payment)
    const [refund] = found.kind === 'listed' ? found.refunds : []
    expect(await scene.provider.findRefund(refund?.id ?? '')).toEqual({ kind: 'found', refund })
    expect((await scene.provider.findRefund('1')).kind).toBe('absent')
  })

  const row = { id: 1, status: 'processed', transaction: 99, amount: 100 }
  test.each<[string, object]>([
    ['a full page that says nothing of others', { data: Array.from({ length: 50 }, () => row) }],
    ['pages that repeat the first', { data: [row], meta: { pageCount: 3 } }],
    ['a row that names no payment', { data: [{ id: 1, status: 'processed', amount: 100 }] }],
    ['a row that cannot be read', { data: [7], meta: { pageCount: 1 } }],
  ])('are not known after %s', async (_, body) => {
    const fetch = respond({ status: true, ...body })
    const asked = { id: '7', reference: 'ours', since: new Date() }
    expect((await scene.newProvider({ fetch }).listRefunds(asked)).kind).toBe('unreachable')
  })
})

describe('the list of successes', () => {
  const span = { from: new Date(0), to: new Date(Date.now() + 3_600_000) }
  const read = async (fetch?: SmallFetch) => {
    let calls = 0
    const send: SmallFetch = (...call) => {
      calls++
      return (fetch ?? globalThis.fetch)(...call)
    }
    const references: string[] = []
    const provider = scene.newProvider({ fetch: send })
    const error = await (async () => {
      for await (const reference of successesOf(provider, span)) references.push(reference)
    })().catch((thrown: Error) => thrown.message)
    return { references, calls, error }
  }

  test('is read to its end by page and by cursor', async () => {
    const paid: string[] = []
    for (let started = 0; started < 130; started++) paid.push(await scene.started())
    for (const reference of paid) await scene.sandbox.advance(reference, 'success')
    const byPage = await read()
    scene.sandbox.faults.set({ target: 'list', kind: 'cursor' })
    const byCursor = await read()
    expect(byPage.references).toEqual(expect.arrayContaining(paid))
    expect(byCursor).toEqual(byPage)
  })

  test('that ignores what page is asked for is not read ten thousand times', async () => {
    const fetch: SmallFetch = async () => Response.json({ status: true, data: [{ reference: 'jara-1' }] })
    expect(await read(fetch)).toEqual({
      references: ['jara-1'],
      calls: 2,
      error: 'the list repeats itself',
    })
  })
})

test('an event about a rejected transfer names its payment by the provider’s number', () => {
  const body =
    '{"event":"bank.transfer.rejected","data":{"bank_transfer":{"transaction_id":9007199254740993}}}'
  const signature = createHmac('sha512', KEY).update(body).digest('hex')
  const headers = new Headers({ 'x-paystack-signature': signature })
  expect(scene.provider.readEvent(Buffer.from(body), headers)).toEqual({
    kind: 'event',
    name: 'bank.transfer.rejected',
    reference: null,
    transactionId: '9007199254740993',
  })
  expect(scene.provider.eventKind('bank.transfer.rejected')).toBe('rejected')
})
