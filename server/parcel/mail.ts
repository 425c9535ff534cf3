import { html } from 'hono/html'
import { z } from 'zod'
import type { Database } from '#server/db/connection.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { type MailRenderers, readPayload } from '#server/mail/outbox.ts'
import type { OutboxMail } from '#server/mail/store.ts'
import { button, frame, type Html, paragraph, plainFrame } from '#server/mail/template/frame.ts'
import type { MailContent } from '#server/mail/transport.ts'
import {
  deliveryBlock,
  parcelTable,
  plainDelivery,
  plainParcel,
  referenceLine,
} from '#server/order/mail/order-block.ts'
import { KEEP_PHONE_CLOSE } from '#server/order/mail/order-confirmed.ts'
import { listParcelsOf, type Parcel } from '#server/order/parcel-list-store.ts'
import { receiptUrl } from '#server/order/receipt-link.ts'
import { getOrderRecord, type OrderLine, type OrderRecord } from '#server/order/store.ts'
import { courierName, trackingUrl } from '#shared/courier.ts'
import { firstName } from '#shared/first-name.ts'
import { orderNumber } from '#shared/order-number.ts'
import { parcelOfPart } from './mail-kind.ts'

const payload = z.object({ reference: z.string() })

type ParcelMail = {
  order: OrderRecord
  parcel: Parcel
  /** What is in it. */
  lines: readonly OrderLine[]
  /** "parcel 1 of 2"; undefined if the order has only one. */
  which: string | undefined
  reference: string
  publicUrl: string
  receiptUrl: string
}

/** The renderers of the mails about a parcel. Order and parcel are read when the mail is sent. */
export function parcelMailRenderers({ db, settings, now }: Pick<Dependencies, 'db' | 'settings' | 'now'>) {
  const read = async (owed: OutboxMail): Promise<ParcelMail> => {
    const { orderId, part } = owed
    if (orderId === null) throw new Error(`Mail ${owed.id} is not about an order`)
    const order = await getOrderRecord(db, orderId)
    const { parcel, of } = await getParcel(db, orderId, parcelOfPart(part))
    return {
      order,
      parcel,
      lines: parcel.lines.flatMap(({ position, quantity, size }) => {
        const line = order.lines[position]
        return line === undefined ? [] : [{ ...line, size: size ?? line.size, quantity }]
      }),
      which: of === 1 ? undefined : `parcel ${parcel.number} of ${of}`,
      reference: readPayload(owed, payload).reference,
      publicUrl: settings.publicUrl,
      receiptUrl: receiptUrl(settings, { orderId, madeAt: now() }),
    }
  }
  return {
    order_packed: async (owed) => packed(await read(owed)),
    order_sent: async (owed) => sent(await read(owed)),
    order_delivered: async (owed) => delivered(await read(owed)),
    parcel_corrected: async (owed) => corrected(await read(owed)),
  } satisfies MailRenderers
}

async function getParcel(
  db: Database,
  orderId: string,
  id: string | undefined,
): Promise<{ parcel: Parcel; of: number }> {
  const all = await listParcelsOf(db, orderId)
  const parcel = all.find((each) => each.id === id)
  if (parcel === undefined) throw new Error(`Order ${orderId} has no parcel ${id}`)
  return { parcel, of: all.length }
}

const nameOf = ({ order, which }: ParcelMail) =>
  `Order #${orderNumber(order.id)}${which === undefined ? '' : `, ${which},`}`

function packed(mail: ParcelMail): Promise<MailContent> {
  const text = `${firstName(mail.order.fullName)}, your things are packed and wait for the courier. We write again when they are on their way.`
  return write(mail, { subject: `${nameOf(mail)} is packed`, headline: 'All packed.', says: [text] })
}

/** Who brings it, and how it can be followed. */
function wayOf({ parcel }: ParcelMail): Pick<Words, 'says' | 'link'> {
  const { courier, tracking, riderPhone } = parcel
  const link = trackingUrl(courier ?? '', tracking)
  const number = tracking === '' || tracking === link ? '' : ` under the number ${tracking}`
  const rider = riderPhone === '' ? [] : [`Whoever brings it has the phone number ${riderPhone}.`]
  return {
    says: [`${courierName(courier ?? '')} brings it${number}.`, ...rider, KEEP_PHONE_CLOSE],
    link: link === null ? undefined : { label: 'Follow your parcel', url: link },
  }
}

function sent(mail: ParcelMail): Promise<MailContent> {
  return write(mail, {
    subject: `${nameOf(mail)} is on its way`,
    headline: 'On its way.',
    ...wayOf(mail),
    isAddressed: true,
  })
}

function corrected(mail: ParcelMail): Promise<MailContent> {
  const { says, link } = wayOf(mail)
  return write(mail, {
    subject: `${nameOf(mail)} is on its way: a correction`,
    headline: 'A correction.',
    says: ['What we wrote about who brings your parcel was not right. This is.', ...says],
    link,
    isAddressed: true,
  })
}

function delivered(mail: ParcelMail): Promise<MailContent> {
  const enjoy = `It has arrived, ${firstName(mail.order.fullName)}. Wear it well.`
  const ifNot = 'If you have not got it, or something is not right, reply to this mail.'
  return write(mail, {
    subject: `${nameOf(mail)} was delivered`,
    headline: 'It’s with you.',
    says: [enjoy, ifNot],
  })
}

type Words = {
  subject: string
  headline: string
  says: readonly [string, ...string[]]
  link?: { label: string; url: string } | undefined
  isAddressed?: boolean
}

async function write(mail: ParcelMail, words: Words): Promise<MailContent> {
  const { order, lines, reference, publicUrl } = mail
  const { subject, headline, says, link, isAddressed = false } = words
  const paragraphs: Html[] = says.map((text) => paragraph(text))
  const body = html`${paragraphs}${link === undefined ? '' : button(link.label, link.url)}
${parcelTable(lines, publicUrl)}
${isAddressed ? deliveryBlock(order) : ''}
${referenceLine(reference)}
${button('View your order', mail.receiptUrl)}`
  return {
    subject,
    html: await frame({ subject, preview: says[0], headline, body, publicUrl }),
    text: plainFrame([
      `${subject}.`,
      ...says,
      ...(link === undefined ? [] : [`${link.label}: ${link.url}`]),
      plainParcel(lines),
      ...(isAddressed ? [plainDelivery(order)] : []),
      `Your order: ${mail.receiptUrl}`,
    ]),
  }
}
