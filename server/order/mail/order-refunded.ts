import { html } from 'hono/html'
import { z } from 'zod'
import { button, frame, paragraph, plainFrame } from '#server/mail/template/frame.ts'
import type { MailContent } from '#server/mail/transport.ts'
import { lineName } from '#shared/choice-words.ts'
import { formatKobo } from '#shared/naira.ts'
import { orderNumber } from '#shared/order-number.ts'
import { REFUND_REASONS, REFUND_TAKES, WHY_REFUNDED } from '#shared/refund-words.ts'
import { type OrderMail, orderTable, plainOrder, referenceLine } from './order-block.ts'

const reason = z.enum(REFUND_REASONS)
const WHEN = `We have asked our payment provider to return it. ${REFUND_TAKES}`

/** `amount` is in kobo, absent for another currency; `isPart` marks a partial refund by the owner. */
export const refundMailData = z.object({
  reason,
  amount: z.number().optional(),
  isPart: z.boolean().optional(),
  /** The pieces of the order's lines that it is for. */
  pieces: z.array(z.object({ position: z.number(), quantity: z.number() })).optional(),
})
export type RefundMailData = z.input<typeof refundMailData>

export async function orderRefunded(
  mail: OrderMail & { refund: z.output<typeof refundMailData> },
): Promise<MailContent> {
  const { order, reference, publicUrl, receiptUrl, refund } = mail
  const number = orderNumber(order.id)
  // An amount in another currency is not shown as naira.
  const amount = refund.amount === undefined ? 'your payment' : formatKobo(refund.amount)
  const subject = `We are returning ${amount} for order #${number}`
  const sorry =
    refund.reason === 'owner'
      ? `We are returning ${amount}${refund.isPart ? ', a part of what you paid,' : ''} for this order.`
      : `We are sorry. ${WHY_REFUNDED[refund.reason]} We are returning ${amount} in full.`
  const pieces = piecesOf(order, refund.pieces ?? [])
  const forWhat = pieces.length === 0 ? [] : [`It is for ${pieces.join(', ')}.`]
  const body = html`${paragraph(sorry)}${forWhat.map(paragraph)}${paragraph(WHEN)}
${orderTable(order, publicUrl)}
${referenceLine(reference)}
${button('View your order', receiptUrl)}`
  return {
    subject,
    html: await frame({
      subject,
      preview: sorry,
      headline: 'Your money is on its way back.',
      body,
      publicUrl,
    }),
    text: plainFrame([
      `${subject}.`,
      sorry,
      ...forWhat,
      WHEN,
      plainOrder(order),
      `Payment reference: ${reference}`,
      `Your order: ${receiptUrl}`,
    ]),
  }
}

/** "2 × Danfo Tee (Black, M)" */
function piecesOf(
  { lines }: OrderMail['order'],
  pieces: readonly { position: number; quantity: number }[],
): string[] {
  return pieces.flatMap(({ position, quantity }) => {
    const line = lines[position]
    return line === undefined ? [] : [`${quantity} × ${lineName(line)}`]
  })
}
