import { html } from 'hono/html'
import type { Dependencies } from '#server/dependencies.ts'
import type { MailRenderers } from '#server/mail/outbox.ts'
import type { OutboxMail } from '#server/mail/store.ts'
import { button, frame, paragraph, plainFrame } from '#server/mail/template/frame.ts'
import type { MailContent } from '#server/mail/transport.ts'
import { parcelTable, plainParcel } from '#server/order/mail/order-block.ts'
import { receiptUrl } from '#server/order/receipt-link.ts'
import { getOrderRecord } from '#server/order/store.ts'
import { firstName } from '#shared/first-name.ts'
import { orderNumber } from '#shared/order-number.ts'
import { listRequestsOf } from './store.ts'

const TITLE = 'What it is about'
const PACK = 'Pack it as it came: unworn, unwashed, with its label. Once it is here, we return your money.'

/** The renderers of the mails that answer a request. Order and request are read when the mail is sent. */
export function returnMailRenderers({
  db,
  settings,
  now,
}: Pick<Dependencies, 'db' | 'settings' | 'now'>): MailRenderers {
  const write = async (
    { id, orderId, part }: OutboxMail,
    { subject, headline, says }: { subject: string; headline: string; says: (name: string) => string[] },
  ): Promise<MailContent> => {
    if (orderId === null) throw new Error(`Mail ${id} is not about an order`)
    const order = await getOrderRecord(db, orderId)
    const request = (await listRequestsOf(db, orderId)).find((each) => each.id === part)
    if (request === undefined) throw new Error(`Order ${orderId} has no return request ${part}`)
    const lines = request.lines.flatMap(({ position, quantity }) => {
      const line = order.lines[position]
      return line === undefined ? [] : [{ ...line, quantity }]
    })
    const { publicUrl } = settings
    const url = receiptUrl(settings, { orderId, madeAt: now() })
    const named = `${subject} order #${orderNumber(orderId)}`
    const [first = '', ...rest] = says(firstName(order.fullName))
    const body = html`${paragraph(first)}
<p style="margin:0 0 16px;white-space:pre-line">${request.answer}</p>
${rest.map((text) => paragraph(text))}
${parcelTable(lines, publicUrl, TITLE)}
${button('View your order', url)}`
    return {
      subject: named,
      html: await frame({ subject: named, preview: first, headline, body, publicUrl }),
      text: plainFrame([
        `${named}.`,
        first,
        request.answer,
        ...rest,
        plainParcel(lines, TITLE),
        `Your order: ${url}`,
      ]),
    }
  }
  return {
    return_approved: (owed) =>
      write(owed, {
        subject: 'You can send it back:',
        headline: 'Send it back.',
        says: (name) => [`${name}, we take it back. This is how:`, PACK],
      }),
    return_declined: (owed) =>
      write(owed, {
        subject: 'About your return of',
        headline: 'We can’t take it back.',
        says: (name) => [
          `${name}, we have looked at your request, and cannot take this back. This is why:`,
          'If you see it differently, reply to this mail.',
        ],
      }),
  }
}
