import { html } from 'hono/html'
import { HAIRLINE, HEADLINE_FONT, type Html, mailPicture, QUIET } from '#server/mail/template/frame.ts'
import { choiceText, lineName } from '#shared/choice-words.ts'
import { formatKobo } from '#shared/naira.ts'
import type { OrderLine, OrderRecord } from '../store.ts'

/** The data of every mail about an order. */
export type OrderMail = {
  order: OrderRecord
  reference: string
  publicUrl: string
  /** Where the order can be seen without a login. */
  receiptUrl: string
}

const THUMBNAIL_PX = 64

const label = `margin:28px 0 8px;font-family:${HEADLINE_FONT};font-weight:700;font-size:18px;line-height:22px;text-transform:uppercase`
const cell = `padding:12px 0;border-bottom:1px solid ${HAIRLINE};vertical-align:top`

/** "black, M · 2 × ₦12,500": below the name of what was bought. */
function belowName(line: OrderLine): string {
  const price = `${line.quantity} × ${formatKobo(line.unitPrice)}`
  return [choiceText(line, ', '), price].filter(Boolean).join(' · ')
}

function lineRow(
  line: OrderLine,
  publicUrl: string,
  { below, right }: { below: string; right: string },
): Html {
  return html`<tr>
<td width="${THUMBNAIL_PX}" style="${cell};padding-right:16px">${mailPicture(line.image, { variantPx: 160, shownPx: THUMBNAIL_PX }, publicUrl)}</td>
<td style="${cell}"><strong>${line.name}</strong><br><span style="color:${QUIET};font-size:14px">${below}</span></td>
<td align="right" style="${cell};white-space:nowrap">${right}</td>
</tr>`
}

/** What is in a parcel, or meant otherwise: some pieces, without what they cost. */
export function parcelTable(lines: readonly OrderLine[], publicUrl: string, title = 'In this parcel'): Html {
  const rows = lines.map((line) =>
    lineRow(line, publicUrl, { below: choiceText(line, ', '), right: `× ${line.quantity}` }),
  )
  return html`<h2 style="${label}">${title}</h2>
<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-top:2px solid #0b0b0b">
${rows}
</table>`
}

export function plainParcel(lines: readonly OrderLine[], title = 'In this parcel'): string {
  return [`${title}:`, ...lines.map((line) => `${line.quantity} x ${lineName(line)}`)].join('\n')
}

/** Lines, delivery fee and total of an order. */
export function orderTable(order: OrderRecord, publicUrl: string): Html {
  const rows = order.lines.map((line) =>
    lineRow(line, publicUrl, {
      below: belowName(line),
      right: formatKobo(line.unitPrice * line.quantity),
    }),
  )
  return html`<h2 style="${label}">Your order</h2>
<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-top:2px solid #0b0b0b">
${rows}
<tr><td colspan="2" style="padding:12px 0 4px">Delivery, ${order.shippingPlace}</td><td align="right" style="padding:12px 0 4px;white-space:nowrap">${formatKobo(order.shippingFee)}</td></tr>
<tr><td colspan="2" style="padding:4px 0;font-family:${HEADLINE_FONT};font-weight:900;font-size:22px">TOTAL</td><td align="right" style="padding:4px 0;font-family:${HEADLINE_FONT};font-weight:900;font-size:22px;white-space:nowrap">${formatKobo(order.total)}</td></tr>
</table>`
}

export function deliveryBlock(order: OrderRecord): Html {
  return html`<h2 style="${label}">Delivery to</h2>
<p style="margin:0">${order.fullName}<br>${order.address}<br>${order.city}, ${order.state}<br>${order.country}<br>${order.phone}</p>`
}

export function referenceLine(reference: string): Html {
  return html`<p style="margin:20px 0 0;color:${QUIET};font-size:14px;line-height:20px">Payment reference<br><span style="font-family:monospace;word-break:break-all">${reference}</span></p>`
}

export function plainOrder(order: OrderRecord): string {
  const lines = order.lines.map(
    (line) => `${line.quantity} x ${lineName(line)}: ${formatKobo(line.unitPrice * line.quantity)}`,
  )
  return [
    ...lines,
    `Delivery, ${order.shippingPlace}: ${formatKobo(order.shippingFee)}`,
    `Total: ${formatKobo(order.total)}`,
  ].join('\n')
}

export function plainDelivery(order: OrderRecord): string {
  return [
    'Delivery to:',
    order.fullName,
    order.address,
    `${order.city}, ${order.state}`,
    order.country,
    order.phone,
  ].join('\n')
}
