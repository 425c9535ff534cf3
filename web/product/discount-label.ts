import { formatNaira } from '#shared/naira.ts'
import type { WireDiscount } from '#shared/price.ts'

/** "-25%" or "-₦2,000". */
export function discountLabel(discount: Pick<WireDiscount, 'type' | 'amount'>): string {
  return discount.type === 'fixed' ? formatNaira(-discount.amount) : `-${discount.amount}%`
}
