import type { Concern } from '#server/order/overview-store.ts'
import { NEXT_REASON } from '#server/order/store.ts'
import {
  DISPUTED,
  MISMATCH,
  OTHERS_REFUND,
  PAID_AFTER_MISMATCH,
  REFUND_STUCK,
  REVERSAL_UNDONE,
  REVERSED,
} from '#server/payment/review-reason.ts'
import { formatKobo } from '#shared/naira.ts'
import { plainText } from './table.ts'

/** Why an order needs a person, and what to do, in plain words. */
export function concernText(concern: Concern): string {
  switch (concern.kind) {
    case 'review':
      return concern.reason.split(NEXT_REASON).map(reviewText).join(' ')
    case 'late':
      return 'Paid after its time was over, when the buyer may have been told that it was cancelled. Its goods were still there: send them, and close the case.'
    case 'refund-waits':
      return `${formatKobo(concern.amount)} should go back, and the provider has not taken the refund yet. The shop keeps asking, or looking for a part that it has asked for; see that the provider and the key work.`
    case 'refund-slow':
      return `${formatKobo(concern.amount)} has been on its way back for more than 14 days. Ask the provider, then close the case with orders resolve.`
    case 'mail-waits':
      return `The mail "${concern.mail}" has not gone out after ${concern.tries} tries. See that SMTP_URL works.`
    case 'mail-given-up':
      return `The mail "${concern.mail}" could not be delivered after ${concern.tries} tries and is given up: tell the buyer another way, then close the case with orders resolve.`
  }
}

/** The reasons that the shop itself writes down, with what they mean to an owner. */
function reviewText(reason: string): string {
  if (reason === DISPUTED) {
    return 'The buyer disputes the payment at their bank. Answer it in the provider’s dashboard before its deadline.'
  }
  if (reason === REVERSED) {
    return 'The bank took the payment back after the order was paid. Do not send the goods, or ask for them back.'
  }
  if (reason === REVERSAL_UNDONE) {
    return 'What the bank had taken back is here again: the order is paid as it was. Send the goods, if you held them back.'
  }
  if (reason === PAID_AFTER_MISMATCH) {
    return 'A payment as it was asked for came after one that was not. The order stays unpaid, and this money does not go back by itself: return it in the provider’s dashboard.'
  }
  const othersRefund = OTHERS_REFUND.exec(reason)
  if (othersRefund !== null) {
    return `Money went back that the shop did not ask for, in the provider’s dashboard or before a backup was restored (the provider’s number ${plainText(othersRefund[1] ?? '')}). See that it was meant.`
  }
  if (reason.startsWith(REFUND_STUCK)) {
    return 'Money should go back, and the provider cannot return it by itself. See in its dashboard that it has not gone back already, and return it there.'
  }
  if (reason.startsWith(MISMATCH)) {
    return `A payment came that is not what was asked for (${plainText(reason.slice(MISMATCH.length))}). The order is not paid; real money goes back by itself.`
  }
  return plainText(reason)
}
