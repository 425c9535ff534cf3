import { caseAdvice } from '#server/order/case.ts'
import type { Concern } from '#server/order/concern-store.ts'
import { formatKobo } from '#shared/naira.ts'
import { counted, plainText } from './table.ts'

/** Why an order needs the owner's attention, and what to do about it. */
export function concernText(concern: Concern): string {
  switch (concern.kind) {
    case 'review':
      return concern.cases.map((each) => plainText(caseAdvice(each))).join(' ')
    case 'late':
      return 'Paid after it had been closed: its time was over, or the card was declined before, and the buyer may have been told so. Its goods were still in stock: send them, and close the case.'
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
