import { html } from 'hono/html'
import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import type { MailRenderers } from '#server/mail/outbox.ts'
import type { OutboxMail } from '#server/mail/store.ts'
import { button, frame, paragraph, plainFrame } from '#server/mail/template/frame.ts'
import type { MailContent } from '#server/mail/transport.ts'
import { listExchangesOf } from '#server/order/exchange-store.ts'
import { parcelTable, plainParcel } from '#server/order/mail/order-block.ts'
import { receiptUrl } from '#server/order/receipt-link.ts'
import { getOrderRecord, type OrderRecord } from '#server/order/store.ts'
import { lineName } from '#shared/choice-words.ts'
import { firstName } from '#shared/first-name.ts'
import { lagosDay } from '#shared/lagos-time.ts'
import { orderNumber } from '#shared/order-number.ts'
import { liveExchange } from './exchange.ts'
import { listRequestsOf, type Request } from './store.ts'

const TITLE = 'What it is about'
const PACK = 'Pack it as it came: unworn, unwashed, with its label.'
const MONEY = 'Once it is here, we return your money.'

type Words = { subject: string; headline: string; says: (name: string, promised: string) => string[] }

/** What the buyer gets once it is here. */
async function promise(db: Database, { lines }: OrderRecord, request: Request): Promise<string> {
  const exchange = liveExchange(await listExchangesOf(db, request.orderId), request)
  if (exchange === undefined) return MONEY
  const pieces = exchange.lines.flatMap(({ position, size, quantity }) => {
    const line = lines[position]
    return line === undefined ? [] : [`${quantity} x ${lineName({ ...line, size })}`]
  })
  const instead = `${pieces.join(', ')}. It costs nothing.`
  return exchange.state === 'held'
    ? `Once it is here, we send you ${instead} We hold it for you until ${lagosDay(exchange.heldUntil.toISOString())}.`
    : `We send you ${instead}`
}

/** The renderers of the mails that answer a request. Order and request are read when the mail is sent. */
export function returnMailRenderers({ db, settings, now }: Pick<Dependencies, 'db' | 'settings' | 'now'>) {
  const write = async (
    { id, orderId, part }: OutboxMail,
    { subject, headline, says }: Words,
  ): Promise<MailContent> => {
    if (orderId === null) throw new Error(`Mail ${id} is not about an order`)
    const order = await getOrderRecord(db, orderId)
    // Of changes there may be several.
    const [requestId] = part.split(' ')
    const request = (await listRequestsOf(db, orderId)).find((each) => each.id === requestId)
    if (request === undefined) throw new Error(`Order ${orderId} has no return request ${part}`)
    const lines = request.lines.flatMap(({ position, quantity }) => {
      const line = order.lines[position]
      return line === undefined ? [] : [{ ...line, quantity }]
    })
    const { publicUrl } = settings
    const url = receiptUrl(settings, { orderId, madeAt: now() })
    const named = `${subject} order #${orderNumber(orderId)}`
    const [first = '', ...rest] = says(firstName(order.fullName), await promise(db, order, request))
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
        says: (name, promised) => [`${name}, we take it back. This is how:`, PACK, promised],
      }),
    return_changed: (owed) =>
      write(owed, {
        subject: 'What you get for your return of',
        headline: 'A change of plan.',
        says: (name, promised) => [`${name}, what you get for what you send back has changed.`, promised],
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
  } satisfies MailRenderers
}
