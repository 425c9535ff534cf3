import { expect, test } from 'vitest'
import type { PackItem } from '#shared/contract/admin/parcel.ts'
import { leftToPack, listNote } from './pack-work.ts'
import type { Waiting } from './waiting.ts'

const item = (orderId: string, exchange: number | null = null) => ({ orderId, exchange }) as PackItem
const packedHere = (orderId: string, more: Partial<Waiting> = {}): Waiting => ({
  ...{ key: orderId, pressedAt: 0, member: { id: 'amaka', name: 'Amaka' }, orderId, number: orderId },
  ...{ body: {}, ...more },
})
const oldest = Array.from({ length: 50 }, (_, place) => item(`order-${place}`))

test('of 120 orders the oldest 50 are listed, and all that are not packed are counted, also before the shop is told', () => {
  const work = { toPack: [...oldest, item('order-0', 1)], totals: { toPack: 120 } }
  const left = (...waiting: Waiting[]) => {
    const { toPack, total } = leftToPack(work, waiting)
    return [toPack.length, total]
  }
  expect(left()).toEqual([51, 120])
  expect(left(packedHere('order-1'), packedHere('order-2'))).toEqual([49, 118])
  // What was bought and its exchange are one order.
  expect(left(packedHere('order-0'))).toEqual([50, 120])
  expect(left(packedHere('order-0'), packedHere('order-0', { body: { exchange: 1 } }))).toEqual([49, 119])
  expect(left(packedHere('order-1', { refusal: 'its money went back' }))).toEqual([51, 120])
})

test.each([
  ['pack', 50, 120, true, 'The oldest 50 of 120 orders. The next come as these are packed.'],
  ['send', 50, 60, true, 'The oldest 50 of 60 orders. The next come as these are sent.'],
  ['pack', 48, 118, false, 'The oldest 48 of 118 orders. The next come once there is a network.'],
  ['pack', 50, 50, true, undefined],
  ['pack', 50, 50, false, undefined],
  [
    'pack',
    0,
    70,
    false,
    'Everything on this list is packed. The next of 70 come once the shop is told of it.',
  ],
  [
    'pack',
    0,
    70,
    true,
    'Everything on this list is packed. The next of 70 come once the shop is told of it.',
  ],
  ['pack', 0, 0, false, 'Everything on this list is packed. What was paid since is not known here.'],
  ['pack', 0, 0, true, 'Everything that is paid is packed.'],
  ['send', 0, 0, true, 'Nothing waits for a courier.'],
] as const)('to %s: %i listed of %i, online: %s', (step, shown, total, isOnline, note) => {
  expect(listNote(step, { shown, total, isOnline })).toBe(note)
})
