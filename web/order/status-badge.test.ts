import { expect, test } from 'vitest'
import { statusLabel, statusTone } from './status-badge.tsx'

test.each([
  ['paid', 'good', 'Paid'],
  ['PAID', 'good', 'Paid'],
  ['pending', 'wait', 'Pending'],
  ['Failed', 'bad', 'Failed'],
  ['cancelled', 'rest', 'Cancelled'],
  ['refunded', 'rest', 'Refunded'],
  ['constructor', 'rest', 'Constructor'],
  ['', 'rest', ''],
])('status %j is %s and reads %j', { tags: ['4.31'] }, (status, tone, label) => {
  expect(statusTone(status)).toBe(tone)
  expect(statusLabel(status)).toBe(label)
})
