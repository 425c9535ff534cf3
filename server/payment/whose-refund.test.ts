import { expect, test } from 'vitest'
import type { ProviderRefund } from './provider.ts'
import { othersRefundReason } from './review-reason.ts'
import { tellRefundsApart } from './whose-refund.ts'

const refund = (id: string, state: ProviderRefund['state'] = 'done', amount: number | null = 500) => ({
  ...{ id, state, amount },
})
const AMOUNT = 500
const askedAt = new Date()
const unasked = { providerRefundId: null, amount: AMOUNT, askedAt: null }
const asked = { ...unasked, askedAt }
const ours = { ...asked, providerRefundId: 'ours' }

type Row = [
  what: string,
  refunds: ProviderRefund[],
  own: typeof unasked | typeof asked | typeof ours | undefined,
  told: { ours: string | undefined; others: string[] },
  reasons?: string[],
]

test.each<Row>([
  ['nothing there', [], ours, { ours: undefined, others: [] }],
  ['none of ours', [refund('a'), refund('b', 'failed')], undefined, { ours: undefined, others: ['a'] }],
  ['ours and another', [refund('a'), refund('ours', 'under-way')], ours, { ours: 'ours', others: ['a'] }],
  ['ours is not there', [refund('a')], ours, { ours: undefined, others: ['a'] }],
  ['may have been asked for', [refund('a')], asked, { ours: 'a', others: [] }],
  ['may have been asked for, amount unread', [refund('a', 'done', null)], asked, { ours: 'a', others: [] }],
  [
    'may have been asked for, not as owed',
    [refund('a', 'done', 7)],
    asked,
    { ours: undefined, others: ['a'] },
  ],
  [
    'not asked for yet, made by hand',
    [refund('a', 'done', 7), refund('b')],
    unasked,
    { ours: 'b', others: ['a'] },
  ],
  ['not asked for yet, one failed', [refund('a', 'failed')], unasked, { ours: undefined, others: [] }],
  [
    'may have been asked for, of two',
    [refund('a', 'done', 7), refund('b')],
    asked,
    { ours: 'b', others: ['a'] },
  ],
  [
    'may have been asked for, one failed',
    [refund('a', 'failed'), refund('b')],
    asked,
    { ours: 'b', others: [] },
  ],
  ['asked for and failed', [refund('a', 'failed')], asked, { ours: 'a', others: [] }],
  ['ours failed', [refund('ours', 'failed')], ours, { ours: 'ours', others: [] }],
  [
    'ours failed and was made again by hand',
    [refund('a'), refund('ours', 'failed')],
    ours,
    { ours: 'a', others: [] },
  ],
  [
    'ours failed, another of another amount',
    [refund('a', 'done', 7), refund('b', 'done', null), refund('ours', 'failed')],
    ours,
    { ours: 'ours', others: ['a', 'b'] },
  ],
  [
    'ours failed, another is a case of its own',
    [refund('a'), refund('ours', 'failed')],
    ours,
    { ours: 'ours', others: ['a'] },
    ['paid late', othersRefundReason('a')],
  ],
])('%s', (_, refunds, own, told, reasons = []) => {
  const apart = tellRefundsApart(refunds, own, reasons)
  expect({ ours: apart.ours?.id, others: apart.others.map(({ id }) => id) }).toEqual(told)
})
