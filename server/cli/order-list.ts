import { caseReasons } from '#server/order/case.ts'
import { type ListedOrder, listOrderOverview, type OrderFilter } from '#server/order/overview-store.ts'
import { ORDER_STATUSES } from '#shared/contract/order.ts'
import { formatKobo } from '#shared/naira.ts'
import { orderNumber } from '#shared/order-number.ts'
import { readAddress, readArguments, readSince, readUntil, readWhole, UsageError } from './arguments.ts'
import type { Run } from './command.ts'
import { counted, plainText, tableLines, timeText } from './table.ts'
import { withShop } from './with-shop.ts'

export const PAGE_SIZE = 20
export const LIMIT_MAX = 200

/** Lists orders without personal data. Whoever packs from the list of paid ones sees which of them not to send. */
export const listOrders: Run = (args, surroundings) => {
  const { values, positionals } = readArguments(args, {
    status: { type: 'string' },
    since: { type: 'string' },
    until: { type: 'string' },
    email: { type: 'string' },
    page: { type: 'string', default: '1' },
    limit: { type: 'string', default: String(PAGE_SIZE) },
    json: { type: 'boolean', default: false },
  })
  if (positionals.length > 0)
    throw new UsageError('"orders list" takes only options; use "orders show" for one order.')
  const page = readWhole(values.page, '--page', 1)
  const limit = readWhole(values.limit, '--limit', 1, LIMIT_MAX)
  return withShop(surroundings, async ({ connection, now }, { say }) => {
    const filter: OrderFilter = {
      status: readStatus(values.status),
      since: readSince(values.since, now()),
      until: readUntil(values.until, now()),
      email: values.email === undefined ? undefined : readAddress(values.email),
    }
    const found = await listOrderOverview(connection.db, filter, { limit, offset: (page - 1) * limit })
    if (values.json) {
      const orders = found.orders.map(({ openCases, ...order }) => ({
        ...order,
        needsReview: caseReasons(openCases),
      }))
      say(JSON.stringify({ total: found.total, page, orders }, null, 2))
      return 0
    }
    const isOfPaid = filter.status === 'paid'
    const rows = found.orders.map((order) => [
      orderNumber(order.id),
      timeText((isOfPaid ? order.confirmedAt : null) ?? order.createdAt),
      order.status,
      formatKobo(order.total),
      String(order.units),
      plainText(order.place),
      marksOf(order),
    ])
    if (rows.length > 0) {
      const when = `${isOfPaid ? 'Paid' : 'Placed'} (Lagos)`
      for (const line of tableLines(['Order', when, 'Status', 'Total', 'Items', 'To', ''], rows)) say(line)
    }
    const pages = Math.max(1, Math.ceil(found.total / limit))
    say(`${counted(found.total, 'order')}${pages > 1 ? `, page ${page} of ${pages}` : ''}.`)
    return 0
  })
}

function readStatus(text: string | undefined) {
  const status = ORDER_STATUSES.find((candidate) => candidate === text)
  if (text !== undefined && status === undefined)
    throw new UsageError(`--status is one of ${ORDER_STATUSES.join(', ')}.`)
  return status
}

function marksOf({ total, refunded, isBuyerErased, openCases }: ListedOrder): string {
  return [
    refunded === 0 ? [] : refunded >= total ? 'refunded' : `${formatKobo(refunded)} refunded`,
    isBuyerErased ? 'buyer erased' : [],
    openCases.length === 0 ? [] : 'needs review',
  ]
    .flat()
    .join(', ')
}
