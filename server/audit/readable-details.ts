import { formatKobo } from '#shared/naira.ts'
import type { Act } from './store.ts'

/** Of acts about refunds: amounts in kobo. */
const AMOUNTS = ['paid', 'refunded', 'amount', 'limit']

/** The details of an act as people read them: with amounts in naira. */
export function readableDetails({ action, details }: Pick<Act, 'action' | 'details'>): Act['details'] {
  if (!action.endsWith('refund')) return details
  const written = JSON.stringify(details, (field, value: unknown) =>
    AMOUNTS.includes(field) && typeof value === 'number' ? formatKobo(value) : value,
  )
  return JSON.parse(written) as Act['details']
}
