import { listActsOn, type RecordedAct } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { isOpen, issueAdvice, issueReasons } from '#server/order/issue.ts'
import type { ListedIssue } from '#server/order/issue-list-store.ts'
import { findOrderFile, listSiblings, type OrderFile } from '#server/order/overview-store.ts'
import { choiceText } from '#shared/choice-words.ts'
import { formatKobo } from '#shared/naira.ts'
import { orderNumber } from '#shared/order-number.ts'
import { clipped, counted, plainText, tableLines, timeText } from './table.ts'

/** Everything about one order, for the shop's owner: as plain text lines, or as JSON. */
export async function showOrder(db: Database, orderId: string, asJson: boolean): Promise<string[]> {
  const file = await findOrderFile(db, orderId)
  if (file === undefined) throw new Error(`There is no order ${orderId}`)
  const siblings = await listSiblings(db, file.order)
  const acts = [...(await listActsOn(db, 'order', orderId)), ...(await listActsOn(db, 'payment', orderId))]
  if (asJson) {
    const { startedFrom: _, device: ___, contentHash: __, ...order } = file.order
    const needsReview = issueReasons(file.issues.filter(isOpen))
    return [JSON.stringify({ ...file, order: { ...order, needsReview }, siblings, acts }, null, 2)]
  }
  return [
    ...aboutOrder(file),
    ...siblings.map(
      (sibling) =>
        `Same checkout: #${orderNumber(sibling.id)} of ${timeText(sibling.createdAt)}, ${sibling.status}.`,
    ),
    '',
    ...linesOf(file),
    '',
    ...moneyOf(file),
    '',
    'What happened (Lagos time)',
    ...timelineOf(file, acts),
  ]
}

function aboutOrder({ order, issues }: OrderFile): string[] {
  const open = issues.filter(isOpen)
  const address = [order.address, order.city, order.state, order.country]
    .filter(Boolean)
    .map(plainText)
    .join(', ')
  return [
    `Order #${orderNumber(order.id)}   ${order.status}${order.paidLate ? ', paid late' : ''}   ${formatKobo(order.total)}`,
    `Id       ${order.id}`,
    ...(open.length === 0 ? [] : [`Look at  ${issueText({ kind: 'review', issues: open })}`]),
    `Buyer    ${order.fullName === '' ? 'forgotten at their wish' : plainText(order.fullName)}`,
    ...(order.email === ''
      ? []
      : [`E-mail   ${plainText(order.email)}`, `Phone    ${plainText(order.phone)}`]),
    `To       ${plainText(order.shippingPlace)}${address === '' ? '' : `: ${address}`}`,
    ...(order.holdExpiresAt === null ? [] : [`Held     until ${timeText(order.holdExpiresAt)}`]),
  ]
}

function linesOf({ order, lines }: OrderFile): string[] {
  const rows = lines.map((line) => [
    plainText(line.sku ?? ''),
    clipped(plainText(line.name)),
    plainText(choiceText(line, ', ')),
    String(line.quantity),
    formatKobo(line.unitPrice),
    formatKobo(line.unitPrice * line.quantity),
  ])
  return [
    ...tableLines(['SKU', 'Item', 'Choice', 'Pieces', 'Each', 'Sum'], rows),
    `Delivery ${formatKobo(order.shippingFee)}, total ${formatKobo(order.total)}`,
  ]
}

function moneyOf({ attempt, refund }: OrderFile): string[] {
  const lines = [
    `Payment  ${attempt.reference}`,
    `         ${formatKobo(attempt.amount)}, ${attempt.state}; the provider said ${attempt.providerStatus ?? 'nothing yet'}${attempt.channel === null ? '' : ` (${plainText(attempt.channel)})`}, checked ${counted(attempt.checks, 'time')} on schedule`,
    ...(attempt.nextCheckAt === null ? [] : [`         next check ${timeText(attempt.nextCheckAt)}`]),
  ]
  if (refund === undefined) return lines
  return [
    ...lines,
    `Refund   ${formatKobo(refund.amount)}, ${refund.state}, because: ${refund.reason}; tries ${refund.attempts}${refund.providerRefundId === null ? '' : `; the provider's number ${plainText(refund.providerRefundId)}`}`,
  ]
}

const MOVES = {
  hold: 'held',
  release: 'given back',
  sell: 'sold from the hold',
  take: 'sold from stock, late',
  receive: 'received',
  adjust: 'corrected',
}

function timelineOf(
  { order, attempt, moves, mails, events, refund }: OrderFile,
  acts: readonly RecordedAct[],
): string[] {
  const entries: { at: Date; what: string }[] = [
    { at: order.createdAt, what: 'order placed' },
    ...(order.paidAt === null ? [] : [{ at: order.paidAt, what: 'paid, by the provider’s clock' }]),
    ...(order.confirmedAt === null ? [] : [{ at: order.confirmedAt, what: 'payment confirmed' }]),
    { at: attempt.updatedAt, what: `payment is ${attempt.state}` },
    ...moves.map((move) => ({
      at: move.createdAt,
      what: `stock ${MOVES[move.kind]}: ${move.quantity} ${plainText(choiceText(move, ', '))}`.trim(),
    })),
    ...mails.flatMap((mail) => [
      { at: mail.createdAt, what: `mail ${mail.kind} owed` },
      ...(mail.sentAt === null ? [] : [{ at: mail.sentAt, what: `mail ${mail.kind} sent` }]),
      ...(mail.givenUpAt === null ? [] : [{ at: mail.givenUpAt, what: `mail ${mail.kind} given up` }]),
    ]),
    ...events.map((event) => ({
      at: event.receivedAt,
      what: `event ${plainText(event.event)}${event.settledAt === null ? ', not settled yet' : ''}`,
    })),
    ...(refund === undefined
      ? []
      : [{ at: refund.createdAt, what: `refund of ${formatKobo(refund.amount)} owed` }]),
    ...(refund === undefined || refund.state === 'requested'
      ? []
      : [{ at: refund.updatedAt, what: `refund is ${refund.state}` }]),
    ...acts.map((act) => ({
      at: act.createdAt,
      what: `${act.action} by ${plainText(act.actor ?? 'somebody')}: ${plainText(String(act.details.reason ?? act.details.note ?? act.details.decision ?? ''))}`,
    })),
  ]
  return entries
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, what }) => `  ${timeText(at)}  ${what}`)
}

/** Why an order needs a person, and what to do about it. */
export function issueText(issue: ListedIssue): string {
  switch (issue.kind) {
    case 'review':
      return issue.issues.map((each) => plainText(issueAdvice(each))).join(' ')
    case 'late':
      return 'Paid after it had been closed: its time was over, or the card was declined before, and the buyer may have been told so. Its goods were still in stock: send them, and close the issue.'
    case 'refund-waits':
      return `${formatKobo(issue.amount)} should be refunded, and the provider has not accepted the refund yet. The shop keeps trying, or keeps looking for a partial refund that it has already asked for; check that the provider and the key work.`
    case 'refund-slow':
      return `A refund of ${formatKobo(issue.amount)} has been under way for more than 14 days. Ask the provider, then close the issue with orders resolve.`
    case 'mail-waits':
      return `The mail "${issue.mail}" has not gone out after ${counted(issue.tries, 'try', 'tries')}. Check that SMTP_URL works.`
    case 'mail-given-up':
      return `The mail "${issue.mail}" could not be delivered after ${counted(issue.tries, 'try', 'tries')} and is given up: contact the buyer another way, then close the issue with orders resolve.`
  }
}
