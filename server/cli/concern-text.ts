import type { Concern } from '#server/order/overview-store.ts'
import { NEXT_REASON } from '#server/order/store.ts'
import {
  DISPUTED,
  EXTERNAL_REFUND,
  MISMATCH,
  PAID_AFTER_MISMATCH,
  REFUND_STUCK,
  REVERSAL_UNDONE,
  REVERSED,
} from '#server/payment/review-reason.ts'
import { formatKobo } from '#shared/naira.ts'
import { counted, plainText } from './table.ts'

/** Why an order needs the owner's attention, and what to do about it. */
export function concernText(concern: Concern): string {
  switch (concern.kind) {
    case 'review':
      return concern.reason.split(NEXT_REASON).map(reviewText).join(' ')
    case 'late':
      return 'Paid after its time was over, when the buyer may already have been told that it was cancelled. Its goods were still in stock: send them, and close the case.'
    case 'refund-waits':
      return `${formatKobo(concern.amount)} should be refunded, and the provider has not accepted the refund yet. The shop keeps trying, or keeps looking for a partial refund that it has already asked for; check that the provider and the key work.`
    case 'refund-slow':
      return `A refund of ${formatKobo(concern.amount)} has been under way for more than 14 days. Ask the provider, then close the case with orders resolve.`
    case 'mail-waits':
      return `The mail "${concern.mail}" has not gone out after ${counted(concern.tries, 'try', 'tries')}. Check that SMTP_URL works.`
    case 'mail-given-up':
      return `The mail "${concern.mail}" could not be delivered after ${counted(concern.tries, 'try', 'tries')} and is given up: contact the buyer another way, then close the case with orders resolve.`
  }
}

/** Explains the review reasons that the shop itself records. */
function reviewText(reason: string): string {
  if (reason === DISPUTED) {
    return 'The buyer disputes the payment at their bank. Answer it in the provider’s dashboard before its deadline.'
  }
  if (reason === REVERSED) {
    return 'The bank took the payment back after the order was paid. Do not send the goods, or ask for them back.'
  }
  if (reason === REVERSAL_UNDONE) {
    return 'The bank has returned the money that it had taken back: the order is paid again. Send the goods if you held them back.'
  }
  if (reason === PAID_AFTER_MISMATCH) {
    return 'A correct payment arrived after an incorrect one. The order stays unpaid, and this money is not refunded automatically: return it in the provider’s dashboard.'
  }
  const othersRefund = EXTERNAL_REFUND.exec(reason)
  if (othersRefund !== null) {
    return `A refund was made that this shop did not ask for, in the provider’s dashboard or before a backup was restored (the provider’s number ${plainText(othersRefund[1] ?? '')}). Check that it was intended.`
  }
  if (reason.startsWith(REFUND_STUCK)) {
    return 'Money should be refunded, and the provider cannot do it automatically. Check in its dashboard that it has not been refunded already, and refund it there.'
  }
  if (reason.startsWith(MISMATCH)) {
    return `A payment arrived that does not match the order (${plainText(reason.slice(MISMATCH.length))}). The order is not paid; real money is refunded automatically.`
  }
  return plainText(reason)
}
