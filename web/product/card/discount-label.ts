import type { Discount } from '#shared/contract/product.ts'
import { formatNaira } from '#shared/naira.ts'

/** "-25%" or "-₦2,000". */
export function discountLabel(discount: Pick<Discount, 'type' | 'amount'>): string {
  return discount.type === 'fixed' ? formatNaira(-discount.amount) : `-${discount.amount}%`
}
