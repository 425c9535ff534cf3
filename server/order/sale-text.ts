import { lineName } from '#shared/choice-words.ts'
import type { PayLink } from '#shared/contract/admin/order.ts'
import { firstName } from '#shared/first-name.ts'
import { lagosClock } from '#shared/lagos-time.ts'
import { formatKobo } from '#shared/naira.ts'
import { shop } from '#shop.config'
import type { OrderFile } from './overview-store.ts'

type Sold = {
  order: Pick<
    OrderFile['order'],
    'fullName' | 'phone' | 'total' | 'shippingPlace' | 'soldBy' | 'status' | 'holdExpiresAt'
  >
  attempt: Pick<OrderFile['attempt'], 'url'>
  lines: readonly Pick<OrderFile['lines'][number], 'name' | 'color' | 'size' | 'quantity'>[]
}

/** The link to pay an order that staff placed for its buyer, and what to write along with it; null once it is not held any more. */
export function payLinkOf({ order, attempt, lines }: Sold, now: Date): PayLink | null {
  const { status, holdExpiresAt, phone } = order
  if (order.soldBy === null || status !== 'pending' || attempt.url === null) return null
  if (holdExpiresAt === null || holdExpiresAt <= now) return null
  const text = [
    `Hello ${firstName(order.fullName)}, your order from ${shop.brand}:`,
    ...lines.map((line) => `${line.quantity} × ${lineName(line)}`),
    `Delivery: ${order.shippingPlace}`,
    `Total: ${formatKobo(order.total)}`,
    `It is held for you until ${lagosClock(holdExpiresAt.toISOString())}. Pay here: ${attempt.url}`,
  ]
  return { link: attempt.url, text: text.join('\n'), phone }
}
