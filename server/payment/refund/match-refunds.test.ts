import { expect, test } from 'vitest'
import type { OrderIssue } from '#server/order/issue.ts'
import type { ProviderRefund } from '../provider.ts'
import { matchRefunds } from './match-refunds.ts'

const askedAt = new Date()
const refund = (
  id: string,
  state: ProviderRefund['state'] = 'done',
  amount: number | null = 500,
  createdAt: Date | null = askedAt,
) => ({ id, state, amount, createdAt })
const BEFORE = new Date(askedAt.getTime() - 6 * 60_000)
const AMOUNT = 500
const unrequested = { number: 1, providerRefundId: null, amount: AMOUNT, askedAt: null }
const requested = { ...unrequested, askedAt }
const ours = { ...requested, providerRefundId: 'ours' }

type Row = [
  what: string,
  refunds: ProviderRefund[],
  own: typeof unrequested | typeof requested | typeof ours | undefined,
  expected: { ours: string | undefined; external: string[] },
  issues?: OrderIssue[],
]

test.each<Row>([
  ['nothing there', [], ours, { ours: undefined, external: [] }],
  ['none of ours', [refund('a'), refund('b', 'failed')], undefined, { ours: undefined, external: ['a'] }],
  ['ours and another', [refund('a'), refund('ours', 'under-way')], ours, { ours: 'ours', external: ['a'] }],
  ['ours is not there', [refund('a')], ours, { ours: undefined, external: ['a'] }],
  ['may have been asked for', [refund('a')], requested, { ours: 'a', external: [] }],
  [
    'may have been asked for, amount unread',
    [refund('a', 'done', null)],
    requested,
    { ours: 'a', external: [] },
  ],
  [
    'may have been asked for, not as owed',
    [refund('a', 'done', 7)],
    requested,
    { ours: undefined, external: ['a'] },
  ],
  [
    'not asked for yet, made by hand',
    [refund('a', 'done', 7), refund('b')],
    unrequested,
    { ours: 'b', external: ['a'] },
  ],
  ['not asked for yet, one failed', [refund('a', 'failed')], unrequested, { ours: undefined, external: [] }],
  [
    'may have been asked for, of two',
    [refund('a', 'done', 7), refund('b')],
    requested,
    { ours: 'b', external: ['a'] },
  ],
  [
    'may have been asked for, one failed',
    [refund('a', 'failed'), refund('b')],
    requested,
    { ours: 'b', external: [] },
  ],
  ['asked for and failed', [refund('a', 'failed')], requested, { ours: 'a', external: [] }],
  [
    'may have been asked for, one had failed before',
    [refund('a', 'failed', AMOUNT, BEFORE)],
    requested,
    { ours: undefined, external: [] },
  ],
  [
    'may have been asked for, one failed, when is not known',
    [refund('a', 'failed', AMOUNT, null)],
    requested,
    { ours: 'a', external: [] },
  ],
  [
    'ours failed and is told, another had failed before',
    [refund('a', 'failed', AMOUNT, BEFORE), refund('ours', 'failed')],
    ours,
    { ours: 'ours', external: [] },
    [{ kind: 'refund-stuck', detail: 'failed, ours' }],
  ],
  ['ours failed', [refund('ours', 'failed')], ours, { ours: 'ours', external: [] }],
  [
    'ours failed and was made again by hand',
    [refund('a'), refund('ours', 'failed')],
    ours,
    { ours: 'a', external: [] },
  ],
  [
    'ours failed, another of another amount',
    [refund('a', 'done', 7), refund('b', 'done', null), refund('ours', 'failed')],
    ours,
    { ours: 'ours', external: ['a', 'b'] },
  ],
  [
    'ours failed, another is an issue of its own',
    [refund('a'), refund('ours', 'failed')],
    ours,
    { ours: 'ours', external: ['a'] },
    [
      { kind: 'late', detail: null },
      { kind: 'external-refund', detail: 'a' },
    ],
  ],
  [
    'ours failed and is told, its repetition failed as well',
    [refund('ours', 'failed'), refund('a', 'failed')],
    ours,
    { ours: 'a', external: [] },
    [{ kind: 'refund-stuck', detail: 'failed, ours' }],
  ],
  [
    'ours failed and is not told yet, its repetition failed as well',
    [refund('ours', 'failed'), refund('a', 'failed')],
    ours,
    { ours: 'ours', external: [] },
  ],
  [
    'both failed and are told',
    [refund('ours', 'failed'), refund('a', 'failed')],
    ours,
    { ours: 'ours', external: [] },
    [
      { kind: 'refund-stuck', detail: 'failed, ours' },
      { kind: 'refund-stuck', detail: 'failed, a' },
    ],
  ],
])('%s', (_, refunds, own, expected, issues = []) => {
  const matched = matchRefunds(refunds, own === undefined ? [] : [own], issues)
  expect({ ours: matched.ours.get(1)?.id, external: matched.external.map(({ id }) => id) }).toEqual(expected)
})
