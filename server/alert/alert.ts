import { z } from 'zod'
import { choiceText } from '#shared/choice-words.ts'
import { itemCount, orderCount } from '#shared/item-count.ts'
import { lagosDayOfYear, lagosMoment } from '#shared/lagos-time.ts'
import { formatKobo } from '#shared/naira.ts'
import { orderNumber } from '#shared/order-number.ts'

const orderId = z.string().min(1)
const count = z.int().nonnegative()

/**
 * What the owner is told. It goes to mailboxes and lock screens, which no erasure reaches: nothing in it is about a shopper.
 */
export const alertFacts = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('order-paid'), orderId, total: count, units: count, place: z.string() }),
  z.object({ kind: z.literal('disputed'), orderId, total: count }),
  z.object({
    kind: z.literal('dispute-due'),
    ...{ orderId, total: count, hoursLeft: count, dueAt: z.iso.datetime() },
  }),
  z.object({ kind: z.literal('mail-given-up'), orderId: orderId.nullable(), mail: z.string() }),
  z.object({ kind: z.literal('mails-wait'), mails: count }),
  z.object({ kind: z.literal('sold-out'), name: z.string(), color: z.string(), size: z.string() }),
  z.object({ kind: z.literal('day-of-orders'), day: z.iso.date(), orders: count, takings: count }),
])
export type AlertFacts = z.infer<typeof alertFacts>
export type AlertKind = AlertFacts['kind']

/** How each is told: by mail, on devices, and there also at night. */
export const ALERT_WAYS: Record<AlertKind, { isMailed: boolean; isPushed: boolean; isUrgent: boolean }> = {
  'order-paid': { isMailed: true, isPushed: true, isUrgent: false },
  disputed: { isMailed: true, isPushed: true, isUrgent: true },
  'dispute-due': { isMailed: true, isPushed: true, isUrgent: true },
  'mail-given-up': { isMailed: true, isPushed: true, isUrgent: false },
  // By mail it would wait too.
  'mails-wait': { isMailed: false, isPushed: true, isUrgent: false },
  'sold-out': { isMailed: true, isPushed: false, isUrgent: false },
  'day-of-orders': { isMailed: true, isPushed: false, isUrgent: false },
}

/** `path` is where in the admin it is seen to. */
export type AlertWords = { title: string; text: string; path: string }

export function alertWords(alert: AlertFacts): AlertWords {
  switch (alert.kind) {
    case 'order-paid':
      return {
        title: `${formatKobo(alert.total)}: new order #${orderNumber(alert.orderId)}`,
        text: `${itemCount(alert.units)} for ${alert.place}, paid.`,
        path: `/orders/${alert.orderId}`,
      }
    case 'disputed':
      return {
        title: `Order #${orderNumber(alert.orderId)} is disputed`,
        text: `The buyer asks their bank for ${formatKobo(alert.total)} back. It is theirs if nobody answers in time.`,
        path: `/orders/${alert.orderId}`,
      }
    case 'dispute-due': {
      const hours = `${alert.hoursLeft} business ${alert.hoursLeft === 1 ? 'hour' : 'hours'}`
      return {
        title: `${hours} left to answer the dispute about #${orderNumber(alert.orderId)}`,
        text: `Until ${lagosMoment(alert.dueAt)} ${formatKobo(alert.total)} can be defended in the provider’s dashboard.`,
        path: `/orders/${alert.orderId}`,
      }
    }
    case 'mail-given-up': {
      const mail = `The mail "${alert.mail.replaceAll('_', ' ')}"`
      return alert.orderId === null
        ? { title: 'A mail was given up', text: `${mail} could not be delivered.`, path: '/' }
        : {
            title: `Order #${orderNumber(alert.orderId)}: a mail was given up`,
            text: `${mail} could not be delivered: call the buyer.`,
            path: `/orders/${alert.orderId}`,
          }
    }
    case 'mails-wait':
      return {
        title: 'Mail does not go out',
        text: `${alert.mails} ${alert.mails === 1 ? 'mail has' : 'mails have'} waited for more than 5 minutes. Check that the mail server works.`,
        path: '/',
      }
    case 'sold-out': {
      const what = [alert.name, choiceText(alert, ', ')].filter(Boolean).join(', ')
      return { title: `Sold out: ${what}`, text: 'It is one of the best sellers.', path: '/' }
    }
    case 'day-of-orders': {
      return {
        title: `${lagosDayOfYear(`${alert.day}T12:00:00Z`)}: ${formatKobo(alert.takings)} from ${orderCount(alert.orders)}`,
        text: 'What came in on that day, refunds not taken off.',
        path: '/orders',
      }
    }
  }
}
