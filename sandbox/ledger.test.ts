import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSandbox } from './sandbox.fixture.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const start = (options = {}) => startSandbox({ folder: join(folder, 'deep'), ...options })
const file = () => join(folder, 'deep', 'ledger.jsonl')

test('a restart finds transactions, refunds and open questions', async () => {
  const first = start()
  const { access_code } = await first.initialize()
  await first.press(access_code, 'test-card', { card: 'otp' })
  await first.initialize({ reference: 'JARA-2' })
  await first.sandbox.advance('JARA-2', 'success')
  await first.call('/refund', { transaction: 'JARA-2', amount: 5000 })
  const before = await first.verify('JARA-2')
  await first.sandbox.stop()

  const second = start()
  expect(await second.verify('JARA-2')).toEqual(before)
  expect((await second.call('/refund?transaction=JARA-2')).body.data).toHaveLength(1)
  expect((await second.call('/transaction')).body.meta.total).toBe(2)
  await second.press(access_code, 'pin', { pin: '1234' })
  await second.press(access_code, 'otp', { otp: '123456' })
  expect((await second.verify()).status).toBe('success')
  expect(
    (await second.call('/transaction/initialize', { email: 'a@b.co', amount: 5000, reference: 'JARA-1' }))
      .body.code,
  ).toBe('duplicate_reference')
  await second.sandbox.stop()
})

test('a torn last line is cut off and writing goes on', async () => {
  const first = start()
  await first.initialize()
  await first.sandbox.stop()
  appendFileSync(file(), '{"kind":"transaction","value":{"reference":"torn ₦'.slice(0, -1))
  const second = start()
  expect(second.sandbox.ledger().map(({ reference }) => reference)).toEqual(['JARA-1'])
  await second.initialize({ reference: 'JARA-2' })
  await second.sandbox.stop()
  const third = start()
  expect(third.sandbox.ledger()).toHaveLength(2)
  await third.sandbox.stop()
})

test('a damaged line elsewhere is reported with its place', async () => {
  const first = start()
  await first.initialize()
  await first.sandbox.stop()
  writeFileSync(file(), `nonsense\n${readFileSync(file(), 'utf8')}`)
  expect(() => start()).toThrow('damaged at line 1')
})

test('no card number and no security code reaches the file', async () => {
  const { initialize, press, sandbox } = start()
  const { access_code } = await initialize()
  await press(access_code, 'card', { number: '4111111111111111', expiry: '12/30', cvv: '923' })
  await press(access_code, 'card', { number: '4084084084084081', expiry: '12/30', cvv: '408' })
  await sandbox.stop()
  expect(readFileSync(file(), 'utf8')).not.toMatch(/4111111111111111|4084084084084081|"923"/)
})
