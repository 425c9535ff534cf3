import { caseReasons } from '#server/order/case.ts'
import { listConcerns } from '#server/order/concern-store.ts'
import { resolveOrder } from '#server/order/resolve.ts'
import { planRefund, refundOrder } from '#server/payment/refund/refund-order.ts'
import { formatKobo } from '#shared/naira.ts'
import { orderNumber } from '#shared/order-number.ts'
import { readArguments, readNaira, readReason, refuseWords, UsageError } from './arguments.ts'
import { commandOfActions, type Run } from './command.ts'
import { concernText } from './concern-text.ts'
import { getNamedOrder } from './named-order.ts'
import { LIMIT_MAX, listOrders, PAGE_SIZE } from './order-list.ts'
import { showOrder } from './order-sheet.ts'
import { plainText, timeText } from './table.ts'
import { withShop } from './with-shop.ts'

const HELP = `An ORDER is its number as shoppers see it (such as 4F2A9), its id, or the reference of its payment.

  list       --status pending|paid|failed|cancelled   --since 7d|12h|2026-11-20   --until DATE
             --email ADDRESS   --page N   --limit N (${PAGE_SIZE} by default, at most ${LIMIT_MAX})
             A bare date includes that day: --since 2026-11-20 --until 2026-11-20 lists one day, in Lagos time.
             Times are when orders were placed; with --status paid, when the shop learned that they were paid.
             The last column says what was refunded, that the buyer was erased, or that the order needs review.
  show       is the only action that shows who bought.
  attention  exits with 0 when nothing is open and with 1 otherwise: suitable for a daily check.
  refund     returns the full payment, or --amount in naira; once per payment, in full or in part, and never more than was
             paid. The provider is asked first. Without --yes it only says what it would do.
             The order stays paid and its goods count as sold: add goods that are returned with "stock receive".
  resolve    closes what "attention" lists: a review, a late payment, a slow refund or a mail that was given up. The case
             stays in the audit log with your note.

list, show and attention take --json; run them with npm run -s shop, or npm's own lines come first. Amounts in JSON are
kobo: 1550000 is ₦15,500.

Do not name shoppers in a reason or a note: both are kept permanently.`

const show: Run = (args, surroundings) => {
  const { values, positionals } = readArguments(args, { json: { type: 'boolean', default: false } })
  const name = onlyOrder(positionals)
  return withShop(surroundings, async ({ connection }, { say }) => {
    for (const line of await showOrder(connection.db, await getNamedOrder(connection.db, name), values.json))
      say(line)
    return 0
  })
}

const attention: Run = (args, surroundings) => {
  const { values, positionals } = readArguments(args, { json: { type: 'boolean', default: false } })
  refuseWords(positionals, 'orders attention')
  return withShop(surroundings, async ({ connection, now }, { say }) => {
    const concerns = await listConcerns(connection.db, now())
    if (values.json) {
      const told = concerns.map(({ concern, ...order }) => ({
        ...order,
        concern: concern.kind === 'review' ? { kind: 'review', reason: caseReasons(concern.cases) } : concern,
      }))
      say(JSON.stringify(told, null, 2))
    } else if (concerns.length === 0) say('Nothing needs you.')
    else {
      for (const { id, createdAt, status, total, concern } of concerns) {
        say(`#${orderNumber(id)}  ${timeText(createdAt)}  ${status}, ${formatKobo(total)}`)
        say(`    ${concernText(concern)}`)
      }
      say(
        `${concerns.length} to look at. "orders show ORDER" shows the details; "orders resolve ORDER --note …" closes a case.`,
      )
    }
    return concerns.length === 0 ? 0 : 1
  })
}

const refund: Run = (args, surroundings) => {
  const { values, positionals } = readArguments(args, {
    amount: { type: 'string' },
    reason: { type: 'string' },
    yes: { type: 'boolean', default: false },
  })
  const name = onlyOrder(positionals)
  const reason = readReason(values.reason, 'reason')
  const amount = values.amount === undefined ? undefined : readNaira(values.amount, '--amount')
  return withShop(surroundings, async (shop, { say, complain }) => {
    const orderId = await getNamedOrder(shop.connection.db, name)
    const dependencies = await shop.dependencies()
    if (!values.yes) {
      const plan = await planRefund(dependencies, { orderId, amount })
      complain(
        `This returns ${formatKobo(plan.amount)} of ${formatKobo(plan.paid)} for order #${orderNumber(orderId)} to the payer. Nothing was changed; add --yes to do it.`,
      )
      return 1
    }
    const made = await refundOrder(dependencies, { orderId, amount, reason, actor: surroundings.actor })
    say(`${formatKobo(made.amount)} of order #${orderNumber(orderId)}: ${REFUND_SAYS[made.state]}`)
    say(`${buyerHears(made)} Add goods that are returned with "stock receive".`)
    return made.state === 'failed' ? 1 : 0
  })
}

function buyerHears({ isBuyerTold, state }: Awaited<ReturnType<typeof refundOrder>>): string {
  if (!isBuyerTold) return 'The buyer was erased, so nobody is informed.'
  // The mail was queued together with the refund, before the provider was asked for it.
  if (state === 'failed') return 'The buyer is informed by mail all the same that the money is on its way.'
  return 'The buyer is informed by mail.'
}

const REFUND_SAYS = {
  requested: 'recorded; the shop sends the refund as soon as the provider can be reached.',
  sent: 'on its way; the provider has accepted the refund.',
  done: 'returned.',
  failed:
    'the provider refused the refund. Return the money in its dashboard, then close the case with "orders resolve".',
}

const resolve: Run = (args, surroundings) => {
  const { values, positionals } = readArguments(args, { note: { type: 'string' } })
  const name = onlyOrder(positionals)
  const note = readReason(values.note, 'note')
  return withShop(surroundings, async ({ connection, now }, { say }) => {
    const orderId = await getNamedOrder(connection.db, name)
    const before = await resolveOrder(connection.db, { orderId, note, actor: surroundings.actor }, now())
    say(`Order #${orderNumber(orderId)} is closed. It was open because: ${plainText(before)}.`)
    return 0
  })
}

function onlyOrder(positionals: readonly string[]): string {
  const [name, ...more] = positionals
  if (name === undefined || more.length > 0) throw new UsageError('Name one order.')
  return name
}

export const ordersCommand = commandOfActions({
  name: 'orders',
  summary: 'Finds orders, lists what needs your attention, refunds, closes cases.',
  help: HELP,
  actions: [
    {
      name: 'list',
      usage: '[--status …] [--since …]',
      summary: 'Lists orders, newest first.',
      run: listOrders,
    },
    { name: 'show', usage: 'ORDER', summary: 'Shows everything about one order.', run: show },
    {
      name: 'attention',
      usage: '',
      summary: 'Lists the orders that need your attention, and why.',
      run: attention,
    },
    {
      name: 'refund',
      usage: 'ORDER --reason "…" [--amount N] --yes',
      summary: 'Returns the money.',
      run: refund,
    },
    {
      name: 'resolve',
      usage: 'ORDER --note "…"',
      summary: 'Closes a case that you have dealt with.',
      run: resolve,
    },
  ],
})
