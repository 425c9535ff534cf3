import { issueReasons } from '#server/order/issue.ts'
import { listOpenIssues, type OrderWithIssue } from '#server/order/issue-list-store.ts'
import { issueText } from '#server/order/issue-text.ts'
import { resolveOrder } from '#server/order/resolve.ts'
import { revokeReceipts } from '#server/order/revoke-receipts.ts'
import { formatKobo } from '#shared/naira.ts'
import { orderNumber } from '#shared/order-number.ts'
import { REASON_RULE, readReason } from './arguments.ts'
import { type AddCommand, unlessError } from './command.ts'
import { getNamedOrder } from './named-item.ts'
import { addOrderEvidence } from './order-evidence.ts'
import { addOrderExport } from './order-export.ts'
import { addOrderHoldBack } from './order-hold-back.ts'
import { addOrderHolds } from './order-holds.ts'
import { addOrderLate } from './order-late.ts'
import { addOrderList } from './order-list.ts'
import { addOrderNote } from './order-note.ts'
import { addOrderParcels, PARCEL_RULES } from './order-parcels.ts'
import { addOrderRefund } from './order-refund.ts'
import { addOrderReturns, RETURN_RULES } from './order-returns.ts'
import { addOrderSell } from './order-sell.ts'
import { showOrder } from './order-sheet.ts'
import { plainText, timeText } from './table.ts'

const RULES = `An ORDER is its number as shoppers see it (such as 4F2A9), its id, or the reference of its payment.

  list       A bare date includes that day: --since 2026-11-20 --until 2026-11-20 lists one day, in Lagos time.
             Times are when orders were placed; with --status paid, when the shop learned that they were paid.
             The last column says what was refunded, that the buyer was erased, or that the order needs review.
  show       is the only action that shows who bought.
  issues     exits with 0 when nothing is open and with 1 otherwise: suitable for a daily check.
  refund     returns what is left of the payment, or --amount in naira, or what the pieces of --line cost; several times, and
             never more than was paid in all. --line 2:1 is one piece of the second line that "show" lists; --line 2 all its
             pieces. With --restock these pieces are on sale again; otherwise they count as sold. The provider is asked
             first, and the next refund waits until it has confirmed the one before. Without --yes it only says what it
             would do. The order stays paid.
  export     writes a file for a spreadsheet: orders, their lines, refunds or the provider's fees, of orders that became
             paid in these days (refunds: that were asked for). Amounts are exact to the kobo; no cell is a formula.
  sell       is for an order from a chat or a market: the buyer pays by the link, within the time that the goods are held.
             City is a local government area; prices are those of the shop at this moment.
  holds      lists what unpaid orders hold, by network. A network is a keyed hash, forgotten a day after its orders ended; many
             shoppers may share one.
  cancel     cancels an unpaid order and ends its hold, after asking the provider; the buyer is told by mail. What arrives
             later makes it paid if its goods are still there, and is returned otherwise. block refuses payments
             from a network for 24 hours, or --hours.
  hold-back  keeps a paid order from being packed, and shows why, until let-go.
  note       writes something down for staff, shown at the order and by "show"; its buyer never sees it.
  resolve    closes what "issues" lists: a review, a late payment, a slow refund or a mail that was given up. The issue
             stays in the audit log with your note.
  evidence   for the bank of a buyer who disputes the payment; close the dispute with resolve.
  late       lists what was not sent by the promised day, and exits with 1 if there is any. promise mails a buyer the new date
             that sending it now would mean, which the order's page then shows; it says too that the money can be had back.
  revoke-links
             makes void every link to the order's receipt that its mails contain, as when one was sent on by mistake. The
             buyer still sees it under My Orders. A later mail about the order has a link that works.
${PARCEL_RULES}${RETURN_RULES}

list, show and issues take --json; run them with npm run -s shop, or npm's own lines come first. Amounts in JSON are
kobo: 1550000 is ₦15,500.

Do not name shoppers in a reason or a note: both are kept permanently.`

export const addOrders: AddCommand = (program, context) => {
  const { output, actor, withShop, fail } = context
  const { say } = output
  const orders = program
    .command('orders')
    .description(
      'Finds orders, lists what needs you and what is held, sells by link, refunds, closes issues.',
    )
    .addHelpText('after', unlessError(RULES))
  addOrderList(orders, context)
  addOrderExport(orders, context)
  addOrderEvidence(orders, context)
  addOrderHolds(orders, context)
  addOrderParcels(orders, context)
  addOrderHoldBack(orders, context)
  addOrderNote(orders, context)
  addOrderSell(orders, context)
  addOrderLate(orders, context)
  addOrderRefund(orders, context)
  addOrderReturns(orders, context)
  orders
    .command('show')
    .description('Shows everything about one order.')
    .argument('<order>', 'its number, id or payment reference')
    .option('--json', 'as JSON')
    .action((name, { json = false }) =>
      withShop(async ({ connection: { db } }) => {
        for (const line of await showOrder(db, await getNamedOrder(db, name), json)) say(line)
      }),
    )
  orders
    .command('issues')
    .description('Lists the orders that need you, and why.')
    .option('--json', 'as JSON')
    .action(({ json }) =>
      withShop(async ({ connection, now }) => {
        const issues = await listOpenIssues(connection.db, now())
        if (issues.length > 0) fail()
        if (json) say(JSON.stringify(issues.map(inJson), null, 2))
        else for (const line of issueLines(issues)) say(line)
      }),
    )
  orders
    .command('revoke-links')
    .description("Makes the links in an order's mails void.")
    .argument('<order>', 'its number, id or payment reference')
    .action((name) =>
      withShop(async ({ connection: { db }, now }) => {
        const orderId = await getNamedOrder(db, name)
        await revokeReceipts(db, { orderId, actor: actor() }, now())
        say(`The links to order #${orderNumber(orderId)} that were mailed so far open it no more.`)
      }),
    )
  orders
    .command('resolve')
    .description('Closes an issue that you have dealt with.')
    .argument('<order>', 'its number, id or payment reference')
    .requiredOption('--note <text>', REASON_RULE, readReason)
    .action((name, { note }) =>
      withShop(async ({ connection: { db }, now }) => {
        const orderId = await getNamedOrder(db, name)
        const before = await resolveOrder(db, { orderId, note, actor: actor() }, now())
        say(`Order #${orderNumber(orderId)} is closed. It was open because: ${plainText(before)}.`)
      }),
    )
}

function inJson({ issue, ...order }: OrderWithIssue) {
  return {
    ...order,
    issue: issue.kind === 'review' ? { kind: 'review', reason: issueReasons(issue.issues) } : issue,
  }
}

function issueLines(issues: readonly OrderWithIssue[]): string[] {
  if (issues.length === 0) return ['Nothing needs you.']
  return [
    ...issues.flatMap(({ id, createdAt, status, total, issue }) => [
      `#${orderNumber(id)}  ${timeText(createdAt)}  ${status}, ${formatKobo(total)}`,
      `    ${plainText(issueText(issue))}`,
    ]),
    `${issues.length} to look at. "orders show ORDER" shows the details; "orders resolve ORDER --note …" closes an issue.`,
  ]
}
