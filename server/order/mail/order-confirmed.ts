import { html } from 'hono/html'
import type { MailContent } from '#server/mail/render.ts'
import { button, frame, paragraph, plainFrame } from '#server/mail/template/frame.ts'
import { orderNumber } from '#shared/order-number.ts'
import { deliveryBlock, orderTable, plainDelivery, plainOrder, referenceLine } from './order-block.ts'
import type { OrderMail } from './order-mail.ts'

const DISPATCH =
  'We dispatch within 1 working day. Lagos orders arrive within 1 working day after that, the rest of the country in about 2-5 business days. Please keep your phone close.'

export async function orderConfirmed({ order, reference, publicUrl }: OrderMail): Promise<MailContent> {
  const number = orderNumber(order.id)
  const subject = `Order #${number} is confirmed`
  const orderUrl = `${publicUrl}/orders/${order.id}`
  const thanks = `Thank you for your purchase, ${firstWord(order.fullName)}. Your payment came through and order #${number} is ours to pack.`
  const body = html`${paragraph(thanks)}${paragraph(DISPATCH)}
${orderTable(order, publicUrl)}
${deliveryBlock(order)}
${referenceLine(reference)}
${button('View your order', orderUrl)}`
  return {
    subject,
    html: await frame({ subject, preview: DISPATCH, headline: 'It’s yours.', body, publicUrl }),
    text: plainFrame([
      `${subject}.`,
      thanks,
      DISPATCH,
      plainOrder(order),
      plainDelivery(order),
      `Payment reference: ${reference}`,
      `Your order: ${orderUrl}`,
    ]),
  }
}

function firstWord(fullName: string): string {
  return fullName.split(/\s/)[0] ?? fullName
}
