import { html } from 'hono/html'
import { button, frame, paragraph, plainFrame } from '#server/mail/template/frame.ts'
import type { MailContent } from '#server/mail/transport.ts'
import { arrivalWords } from '#shared/delivery.ts'
import { firstName } from '#shared/first-name.ts'
import { RECEIPT_DAYS } from '#shared/limits.ts'
import { orderNumber } from '#shared/order-number.ts'
import { orderArrival } from '../arrival.ts'
import {
  deliveryBlock,
  type OrderMail,
  orderTable,
  plainDelivery,
  plainOrder,
  referenceLine,
} from './order-block.ts'

const TO_GUESTS = `You bought as a guest. The button below shows your order for ${RECEIPT_DAYS} days; choose a password there to find it under My Orders later.`
export const KEEP_PHONE_CLOSE = 'Please keep your phone close, so that the courier can reach you.'

export async function orderConfirmed({
  order,
  reference,
  publicUrl,
  receiptUrl,
}: OrderMail): Promise<MailContent> {
  const number = orderNumber(order.id)
  const subject = `Order #${number} is confirmed`
  const thanks = `Thank you for your purchase, ${firstName(order.fullName)}. Your payment came through and order #${number} is ours to pack.`
  const arrival = orderArrival(order)
  const arrives = `${arrival === null ? '' : `Arrives ${arrivalWords(arrival)}. `}${KEEP_PHONE_CLOSE}`
  const body = html`${paragraph(thanks)}${paragraph(arrives)}${order.userId === null ? paragraph(TO_GUESTS) : ''}
${orderTable(order, publicUrl)}
${deliveryBlock(order)}
${referenceLine(reference)}
${button('View your order', receiptUrl)}`
  return {
    subject,
    html: await frame({ subject, preview: arrives, headline: 'It’s yours.', body, publicUrl }),
    text: plainFrame([
      `${subject}.`,
      thanks,
      arrives,
      plainOrder(order),
      plainDelivery(order),
      `Payment reference: ${reference}`,
      `Your order: ${receiptUrl}`,
      ...(order.userId === null ? [TO_GUESTS] : []),
    ]),
  }
}
