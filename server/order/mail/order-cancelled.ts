import { html } from 'hono/html'
import { button, frame, paragraph, plainFrame } from '#server/mail/template/frame.ts'
import type { MailContent } from '#server/mail/transport.ts'
import { orderNumber } from '#shared/order-number.ts'
import { type OrderMail, orderTable, plainOrder } from './order-block.ts'

const WHAT_HAPPENED =
  'We kept your items aside for as long as we could, but no payment reached us in that time. The items are back on the shelf.'
const IF_PAID =
  'If you did pay, do nothing: as soon as your bank confirms it, we either bring this order back to life or return your money.'

/** For a hold that lapsed unpaid as far as the shop knows: a bank or the provider may still report a payment. */
export async function orderCancelled({ order, publicUrl }: OrderMail): Promise<MailContent> {
  const number = orderNumber(order.id)
  const subject = `Order #${number} was not paid in time`
  const shopUrl = `${publicUrl}/products`
  const body = html`${paragraph(WHAT_HAPPENED)}${paragraph(IF_PAID)}
${orderTable(order, publicUrl)}
${button('Back to the shop', shopUrl)}`
  return {
    subject,
    html: await frame({ subject, preview: WHAT_HAPPENED, headline: 'Time ran out.', body, publicUrl }),
    text: plainFrame([`${subject}.`, WHAT_HAPPENED, IF_PAID, plainOrder(order), `The shop: ${shopUrl}`]),
  }
}
