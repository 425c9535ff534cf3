import type { Database } from '#server/db/connection.ts'
import type { Money } from '#shared/contract/admin/money.ts'
import { orderCount } from '#shared/item-count.ts'
import { formatKobo, nairaFromKobo } from '#shared/naira.ts'
import { checkPeriod, type Period } from './period.ts'
import { listDays, listProductSums, readDisagreement, type Sums } from './store.ts'

/** What came in and went out in a period, and whether the provider says the same. */
export async function readMoney(db: Database, period: Period, now: Date): Promise<Money> {
  checkPeriod(period)
  const days = await listDays(db, period)
  const total = days.reduce(added, { goods: 0, delivery: 0, refunds: 0, fees: 0, orders: 0 })
  const products = await listProductSums(db, period)
  return {
    total: inNaira(total),
    days: days.map((day) => ({ day: day.day, ...inNaira(day) })),
    products: products.map((product) => ({ ...product, goods: nairaFromKobo(product.goods) })),
    feesUnknown: days.reduce((sum, { feesUnknown }) => sum + feesUnknown, 0),
    agreement: agreementOf(total.orders, await readDisagreement(db)),
    at: now.toISOString(),
  }
}

const added = (a: Sums, b: Sums): Sums => ({
  goods: a.goods + b.goods,
  delivery: a.delivery + b.delivery,
  refunds: a.refunds + b.refunds,
  fees: a.fees + b.fees,
  orders: a.orders + b.orders,
})

function inNaira({ goods, delivery, refunds, fees, orders }: Sums) {
  return {
    goods: nairaFromKobo(goods),
    delivery: nairaFromKobo(delivery),
    refunds: nairaFromKobo(refunds),
    fees: nairaFromKobo(fees),
    net: nairaFromKobo(goods + delivery - refunds - fees),
    orders,
  }
}

/** An order is paid only once the provider has confirmed it to the kobo; whatever differs since is an open issue. */
function agreementOf(paid: number, open: { orders: number; total: number }): Money['agreement'] {
  if (open.orders > 0) {
    const text = `Shop and provider do not agree about ${orderCount(open.orders)} (${formatKobo(open.total)}): see Needs you, in Orders.`
    return { isAgreed: false, text }
  }
  const text =
    paid === 0
      ? 'Nothing was paid in these days, and no difference with the provider is open.'
      : `The provider has confirmed ${paid === 1 ? 'this payment' : `each of these ${paid} payments`} to the kobo, and no difference is open.`
  return { isAgreed: true, text }
}
