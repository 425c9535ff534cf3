import { formatKobo } from '#shared/naira.ts'
import { issueAdvice } from './issue.ts'
import type { ListedIssue } from './issue-list-store.ts'

/** Why an order needs a person, and what to do about it. Parts come from the provider: unsafe for a terminal. */
export function issueText(issue: ListedIssue): string {
  switch (issue.kind) {
    case 'review':
      return issue.issues.map(issueAdvice).join(' ')
    case 'late':
      return 'Paid after it had been closed: its time was over, or the card was declined before, and the buyer may have been told so. Its goods were still in stock: send them, and close the issue.'
    case 'return-asked':
      return 'The buyer asks to send something back. Answer it in the order, or with orders returns.'
    case 'exchange-ended':
      return 'What was held in exchange is on sale again: what comes back was not here in time. Exchange it once more, return the money or decline it, in the order or with orders returns.'
    case 'refund-asked':
      return `A refund of ${formatKobo(issue.amount)} is asked for. Make it at the order in the admin, or decline it there.`
    case 'refund-waits':
      return `${formatKobo(issue.amount)} should be refunded, and the provider has not accepted the refund yet. The shop keeps trying, or keeps looking for a partial refund that it has already asked for; check that the provider and the key work.`
    case 'refund-slow':
      return `A refund of ${formatKobo(issue.amount)} has been under way for more than 14 days. Ask the provider, then close the issue with orders resolve.`
    case 'mail-waits':
      return `The mail "${issue.mail}" has not gone out after ${triesText(issue.tries)}. Check that SMTP_URL works.`
    case 'mail-given-up':
      return `The mail "${issue.mail}" could not be delivered after ${triesText(issue.tries)} and is given up: contact the buyer another way, then close the issue with orders resolve.`
  }
}

const triesText = (tries: number) => `${tries} ${tries === 1 ? 'try' : 'tries'}`
