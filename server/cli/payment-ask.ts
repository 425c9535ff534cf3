import type { Command } from '@commander-js/extra-typings'
import { askIfPaid } from '#server/payment/settle/ask-if-paid.ts'
import { Refusal } from '#server/refusal.ts'
import { formatKobo } from '#shared/naira.ts'
import { orderNumber } from '#shared/order-number.ts'
import type { Context } from './command.ts'
import { tableLines, timeText } from './table.ts'

/** "Is it paid?": whatever a customer shows, the provider decides. */
export function addPaymentAsk(payments: Command, { output: { say }, actor, withShop, fail }: Context): void {
  payments
    .command('ask')
    .description('Asks the provider now whether an order is paid.')
    .argument('<what>', "an order's number, payment reference or amount in naira")
    .action((what) =>
      withShop(async (shop) => {
        const { found, hasMore } = await askIfPaid(await shop.dependencies(), { what, actor: actor() })
        if (found.length === 0) throw new Refusal('No order is meant by that: nothing of it is paid.')
        const rows = found.map(({ order, verdict }) => [
          `#${orderNumber(order.id)}`,
          timeText(order.createdAt),
          formatKobo(order.total),
          SAYS[verdict],
        ])
        for (const line of tableLines(['Order', 'Placed (Lagos)', 'Total', ''], rows)) say(line)
        if (hasMore) say('More orders match: name one by its number.')
        if (!found.every(({ verdict }) => verdict === 'paid')) fail()
      }),
    )
}

const SAYS = {
  paid: 'PAID',
  'being-paid': 'not paid yet: the payer is at it',
  'not-paid': 'not paid',
  returned: 'not paid: the money went back',
  unsure: 'nobody can tell now: let nothing go',
}
