import { expect, test } from 'vitest'
import { openPaystackScene } from '#test/support/paystack-scene.ts'
import type { SmallFetch } from '../connection/connect-fetch.ts'

const scene = openPaystackScene()
const since = new Date('2026-11-26T09:00:00Z')

test('a refund is requested once and found again by its payment', async () => {
  const { sandbox, provider } = scene
  const reference = await scene.started()
  await sandbox.advance(reference, 'success')
  const verified = await provider.verify(reference)
  if (verified.kind !== 'known') throw new Error('The sandbox lost the payment')
  const payment = { id: verified.transaction.id, reference, since }
  expect(await provider.listRefunds(payment)).toEqual({ kind: 'listed', refunds: [] })
  const requested = await provider.refund(reference, 1_550_000)
  if (requested.kind !== 'requested') throw new Error('The refund was refused')
  expect(await provider.listRefunds(payment)).toEqual({
    kind: 'listed',
    refunds: [{ id: requested.id, state: 'under-way', amount: 1_550_000, createdAt: expect.any(Date) }],
  })
  expect((await provider.refund(reference, 1_550_000)).kind).toBe('refused')
})

test.each([
  [429, 'unavailable'],
  [401, 'unavailable'],
  [400, 'refused'],
  [500, 'unknown'],
])('a refund request that gets a %i is %s', async (status, kind) => {
  const fetch: SmallFetch = async () => Response.json({ status: false, message: 'no' }, { status })
  expect((await scene.newProvider({ fetch }).refund('jara-1', 100)).kind).toBe(kind)
})

test('refunds of other payments are ignored if the provider does not filter', async () => {
  const others = [{ id: 1, status: 'processed', transaction: 99, transaction_reference: 'theirs' }]
  const asking = scene.newProvider({ fetch: async () => Response.json({ status: true, data: others }) })
  expect(await asking.listRefunds({ id: '7', reference: 'ours', since })).toEqual({
    kind: 'listed',
    refunds: [],
  })
})

test('all refunds of a payment are found, with their amounts where readable', async () => {
  const data = [
    { id: 1, status: 'processed', transaction: 7, amount: '5000', createdAt: '2026-11-26T10:00:00.000Z' },
    { id: 2, status: 'failed', transaction: { id: 7 }, amount: 5000, createdAt: 'yesterday' },
    { id: 3, status: 'new-word', transaction_reference: 'ours', amount: '50.00' },
  ]
  const asking = scene.newProvider({ fetch: async () => Response.json({ status: true, data }) })
  expect(await asking.listRefunds({ id: '7', reference: 'ours', since })).toEqual({
    kind: 'listed',
    refunds: [
      { id: '1', state: 'done', amount: 5000, createdAt: new Date('2026-11-26T10:00:00Z') },
      { id: '2', state: 'failed', amount: 5000, createdAt: null },
      { id: '3', state: 'under-way', amount: null, createdAt: null },
    ],
  })
})
