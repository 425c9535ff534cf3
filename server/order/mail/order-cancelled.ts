import { html } from 'hono/html'
import { z } from 'zod'
import { button, frame, paragraph, plainFrame } from '#server/mail/template/frame.ts'
import type { MailContent } from '#server/mail/transport.ts'
import { orderNumber } from '#shared/order-number.ts'
import { type OrderMail, orderTable, plainOrder } from './order-block.ts'

/** `isByShop`: somebody at the shop cancelled the order before its hold had ended. */
export const cancelMailData = z.object({ isByShop: z.boolean().optional() })
export type CancelMailData = z.input<typeof cancelMailData>

const TIME_RAN_OUT =
  'We kept your items aside for as long as we could, but no payment reached us in that time. The items are back on the shelf.'
const BY_SHOP = 'We have cancelled this order before it was paid. The items are back on the shelf.'
const IF_PAID =
  'If you did pay, do nothing: as soon as your bank confirms it, we either bring this order back to life or return your money.'
const ONCE_MORE =
  'If you have not paid and still want them, you can pay again, at the prices of the day, for what is still there.'

/** For a hold that ended unpaid as far as the shop knows: a bank or the provider may still report a payment. */
export async function orderCancelled({
  order,
  publicUrl,
  receiptUrl,
  cancel: { isByShop = false },
}: OrderMail & { cancel: z.output<typeof cancelMailData> }): Promise<MailContent> {
  const number = orderNumber(order.id)
  const subject = isByShop ? `Order #${number} is cancelled` : `Order #${number} was not paid in time`
  const what = isByShop ? BY_SHOP : TIME_RAN_OUT
  const headline = isByShop ? 'Cancelled.' : 'Time ran out.'
  const body = html`${paragraph(what)}${paragraph(IF_PAID)}${paragraph(ONCE_MORE)}
${orderTable(order, publicUrl)}
${button('Pay again', receiptUrl)}`
  return {
    subject,
    html: await frame({ subject, preview: what, headline, body, publicUrl }),
    text: plainFrame([
      `${subject}.`,
      what,
      IF_PAID,
      ONCE_MORE,
      plainOrder(order),
      `Pay again: ${receiptUrl}`,
    ]),
  }
}
