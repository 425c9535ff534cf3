import { type Command, Option } from '@commander-js/extra-typings'
import { issueReasons } from '#server/order/issue.ts'
import { type ListedOrder, listOrderOverview, type OrderFilter } from '#server/order/overview-store.ts'
import { ORDER_STATUSES } from '#shared/contract/order.ts'
import { formatKobo } from '#shared/naira.ts'
import { orderNumber } from '#shared/order-number.ts'
import { readAddress, readSince, readUntil, readWhole } from './arguments.ts'
import type { Context } from './command.ts'
import { counted, plainText, tableLines, timeText } from './table.ts'

const PAGE_SIZE = 20
const LIMIT_MAX = 200

/** Lists orders without personal data. Whoever packs from the list of paid ones sees which of them not to send. */
export function addOrderList(orders: Command, { output: { say }, withShop }: Context): void {
  orders
    .command('list')
    .description('Lists orders, newest first.')
    .addOption(new Option('--status <status>', 'only orders in this state').choices(ORDER_STATUSES))
    .option('--since <time>', 'from then on: 7d, 12h or 2026-11-20')
    .option('--until <time>', 'until then; a bare date includes that day')
    .option('--email <address>', 'only orders of this buyer', readAddress)
    .option('--page <n>', 'the page to show', readWhole('--page', 1), 1)
    .option(
      '--limit <n>',
      `orders on a page, at most ${LIMIT_MAX}`,
      readWhole('--limit', 1, LIMIT_MAX),
      PAGE_SIZE,
    )
    .option('--json', 'as JSON')
    .action(({ status, since, until, email, page, limit, json }) =>
      withShop(async ({ connection, now }) => {
        const filter: OrderFilter = {
          status,
          since: readSince(since, now()),
          until: readUntil(until, now()),
          email,
        }
        const found = await listOrderOverview(connection.db, filter, { limit, offset: (page - 1) * limit })
        if (json) {
          const listed = found.orders.map(({ openIssues, ...order }) => ({
            ...order,
            needsReview: issueReasons(openIssues),
          }))
          return say(JSON.stringify({ total: found.total, page, orders: listed }, null, 2))
        }
        if (found.orders.length > 0) for (const line of orderLines(found.orders, status)) say(line)
        const pages = Math.max(1, Math.ceil(found.total / limit))
        say(`${counted(found.total, 'order')}${pages > 1 ? `, page ${page} of ${pages}` : ''}.`)
      }),
    )
}

function orderLines(orders: readonly ListedOrder[], status: OrderFilter['status']): string[] {
  const isOfPaid = status === 'paid'
  const rows = orders.map((order) => [
    orderNumber(order.id),
    timeText((isOfPaid ? order.confirmedAt : null) ?? order.createdAt),
    order.status,
    formatKobo(order.total),
    String(order.units),
    plainText(order.place),
    marksOf(order),
  ])
  return tableLines(
    ['Order', `${isOfPaid ? 'Paid' : 'Placed'} (Lagos)`, 'Status', 'Total', 'Items', 'To', ''],
    rows,
  )
}

function marksOf({ total, refunded, isBuyerErased, openIssues, heldBack }: ListedOrder): string {
  return [
    refunded === 0 ? [] : refunded >= total ? 'refunded' : `${formatKobo(refunded)} refunded`,
    heldBack === null ? [] : 'held back',
    isBuyerErased ? 'buyer erased' : [],
    openIssues.length === 0 ? [] : 'needs review',
  ]
    .flat()
    .join(', ')
}
