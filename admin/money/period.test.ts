import { expect, test } from 'vitest'
import { periodsAt } from './period.ts'

test('periods are of days in Lagos, which begins them an hour before the world’s clock', () => {
  const at = (iso: string) =>
    Object.fromEntries(periodsAt(Date.parse(iso)).map((each) => [each.label, each.period]))
  expect(at('2026-03-01T12:00:00Z')).toEqual({
    '7 days': { since: '2026-02-23', until: '2026-03-01' },
    '30 days': { since: '2026-01-31', until: '2026-03-01' },
    'This month': { since: '2026-03-01', until: '2026-03-01' },
    'Last month': { since: '2026-02-01', until: '2026-02-28' },
  })
  expect(at('2026-12-31T23:30:00Z')['This month']).toEqual({ since: '2027-01-01', until: '2027-01-01' })
})
