import { expect, test } from 'vitest'
import { startSandbox } from './sandbox.fixture.ts'

async function paid(options = {}) {
  const shop = startSandbox(options)
  await shop.initialize()
  await shop.sandbox.advance('JARA-1', 'success')
  await shop.sandbox.idle()
  shop.received.length = 0
  return shop
}

test('a full refund goes from pending to processed and reverses the transaction', async () => {
  const { call, verify, clock, sandbox, received } = await paid()
  const { body } = await call('/refund', { transaction: 'JARA-1' })
  expect(body).toMatchObject({
    status: true,
    message: 'Refund has been queued for processing',
    data: { status: 'pending', amount: 1_250_000, transaction: { reference: 'JARA-1' } },
  })
  expect((await verify()).status).toBe('reversal_pending')
  const list = await call('/refund?transaction=JARA-1')
  expect(list.body.data).toMatchObject([
    { id: body.data.id, status: 'pending', transaction_reference: 'JARA-1' },
  ])
  expect((await call(`/refund?transaction=${body.data.transaction.id}`)).body.data).toHaveLength(1)

  clock.now = new Date(clock.now.getTime() + 60_000)
  expect((await call('/refund?transaction=JARA-1')).body.data).toMatchObject([
    { status: 'processed', refund_type: 'full', transaction: body.data.transaction.id },
  ])
  expect((await verify()).status).toBe('reversed')
  await sandbox.idle()
  expect(received.map(({ event }) => [event.event, event.data.amount])).toEqual([
    ['refund.pending', '1250000'],
    ['refund.processed', '1250000'],
  ])
})

test('a pending refund is processed automatically when it is due', async () => {
  const { call, sandbox, verify } = await paid({ refundDelayMs: 5, now: undefined })
  await call('/refund', { transaction: 'JARA-1' })
  await expect.poll(async () => (await verify()).status).toBe('reversed')
  await sandbox.stop()
})

test('partial refunds add up to the amount at most', async () => {
  const { call, verify } = await paid()
  expect((await call('/refund', { transaction: 'JARA-1', amount: 1_000_000 })).status).toBe(200)
  expect((await verify()).status).toBe('success')
  expect(await call('/refund', { transaction: 'JARA-1', amount: 250_001 })).toMatchObject({ status: 400 })
  expect((await call('/refund', { transaction: 'JARA-1', amount: '250000' })).status).toBe(200)
  const { status, body } = await call('/refund', { transaction: 'JARA-1' })
  expect(status).toBe(400)
  expect(body.message).toBe('Transaction has been fully reversed')
})

test('only a paid transaction can be refunded', async () => {
  const { call, initialize } = startSandbox()
  await initialize()
  expect((await call('/refund', { transaction: 'JARA-1' })).status).toBe(400)
  expect((await call('/refund', { transaction: 'nobody' })).body.code).toBe('transaction_not_found')
})

test('a failed refund restores the transaction; no second charge is announced', async () => {
  const { call, verify, sandbox, received } = await paid()
  const { body } = await call('/refund', { transaction: 'JARA-1' })
  await call('/__advance', { refund: body.data.id, status: 'failed' })
  expect((await verify()).status).toBe('success')
  await sandbox.idle()
  expect(received.map(({ event }) => event.event)).toEqual(['refund.pending', 'refund.failed'])
  expect(received[1]?.event.data.amount).toBe(1_250_000)
  expect((await call('/refund', { transaction: 'JARA-1' })).status).toBe(200)
})
