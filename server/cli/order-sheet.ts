import { listActsOn } from '#server/audit/store.ts'
import type { Database } from '#server/db/connection.ts'
import { isOpen, issueReasons } from '#server/order/issue.ts'
import { issueText } from '#server/order/issue-text.ts'
import { listNotesOf } from '#server/order/note/store.ts'
import { findOrderFile, listSiblings, type OrderFile } from '#server/order/overview-store.ts'
import { NOUNS_OF_ORDER, timelineOf } from '#server/order/timeline.ts'
import { choiceText } from '#shared/choice-words.ts'
import { formatKobo } from '#shared/naira.ts'
import { orderNumber } from '#shared/order-number.ts'
import { clipped, counted, plainText, tableLines, timeText } from './table.ts'

/** Everything about one order, for the shop's owner: as plain text lines, or as JSON. */
export async function showOrder(db: Database, orderId: string, asJson: boolean): Promise<string[]> {
  const file = await findOrderFile(db, orderId)
  if (file === undefined) throw new Error(`There is no order ${orderId}`)
  const siblings = await listSiblings(db, file.order)
  const acts = await listActsOn(db, NOUNS_OF_ORDER, orderId)
  const notes = await listNotesOf(db, orderId)
  if (asJson) {
    const { startedFrom: _, device: ___, contentHash: __, ...order } = file.order
    const needsReview = issueReasons(file.issues.filter(isOpen))
    return [JSON.stringify({ ...file, order: { ...order, needsReview }, siblings, acts, notes }, null, 2)]
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
    ...notes.map(
      ({ text, writtenBy, writtenAt }) =>
        `Note     ${plainText(text)} (${plainText(writtenBy)}, ${timeText(writtenAt)})`,
    ),
    ...(notes.length === 0 ? [] : ['']),
    'What happened (Lagos time)',
    ...timelineOf(file, acts).map(({ at, what }) => `  ${timeText(at)}  ${plainText(what)}`),
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
    ...(open.length === 0 ? [] : [`Look at  ${plainText(issueText({ kind: 'review', issues: open }))}`]),
    ...(order.heldBack === null ? [] : [`Held     back: ${plainText(order.heldBack)}`]),
    `Buyer    ${order.fullName === '' ? 'forgotten at their wish' : plainText(order.fullName)}`,
    ...(order.email === ''
      ? []
      : [`E-mail   ${plainText(order.email)}`, `Phone    ${plainText(order.phone)}`]),
    `To       ${plainText(order.shippingPlace)}${address === '' ? '' : `: ${address}`}`,
    ...(order.holdExpiresAt === null ? [] : [`Held     until ${timeText(order.holdExpiresAt)}`]),
  ]
}

function linesOf({ order, lines }: OrderFile): string[] {
  const rows = lines.map((line, position) => [
    String(position + 1),
    plainText(line.sku ?? ''),
    clipped(plainText(line.name)),
    plainText(choiceText(line, ', ')),
    String(line.quantity),
    formatKobo(line.unitPrice),
    formatKobo(line.unitPrice * line.quantity),
  ])
  return [
    ...tableLines(['#', 'SKU', 'Item', 'Choice', 'Pieces', 'Each', 'Sum'], rows),
    `Delivery ${formatKobo(order.shippingFee)}, total ${formatKobo(order.total)}`,
  ]
}

function moneyOf({ attempt, refunds }: OrderFile): string[] {
  return [
    `Payment  ${attempt.reference}`,
    `         ${formatKobo(attempt.amount)}, ${attempt.state}; the provider said ${attempt.providerStatus ?? 'nothing yet'}${attempt.channel === null ? '' : ` (${plainText(attempt.channel)})`}, checked ${counted(attempt.checks, 'time')} on schedule`,
    ...(attempt.nextCheckAt === null ? [] : [`         next check ${timeText(attempt.nextCheckAt)}`]),
    ...refunds.map(
      (refund) =>
        `Refund   ${formatKobo(refund.amount)}, ${refund.state}, because: ${refund.reason}; tries ${refund.attempts}${refund.providerRefundId === null ? '' : `; the provider's number ${plainText(refund.providerRefundId)}`}`,
    ),
  ]
}
