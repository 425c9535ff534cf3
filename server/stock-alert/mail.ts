import { html } from 'hono/html'
import { z } from 'zod'
import type { Dependencies } from '#server/dependencies.ts'
import { type MailRenderers, readPayload } from '#server/mail/outbox.ts'
import { button, frame, mailPicture, paragraph, plainFrame, QUIET } from '#server/mail/template/frame.ts'
import type { MailContent } from '#server/mail/transport.ts'
import { findProduct } from '#server/product/store.ts'
import { choiceText, lineName } from '#shared/choice-words.ts'
import { firstImage } from '#shared/colour.ts'
import type { Product } from '#shared/contract/product.ts'
import { formatNaira } from '#shared/naira.ts'
import { shownPrice } from '#shared/price.ts'

type Dependent = Pick<Dependencies, 'db' | 'now' | 'settings'>

const payloadOfAlert = z.object({
  productId: z.string().min(1),
  color: z.string(),
  size: z.string(),
  alertId: z.string().min(1),
})
export type BackInStockPayload = z.input<typeof payloadOfAlert>
type BackInStock = { product: Product } & Omit<BackInStockPayload, 'productId'>

const WHY =
  'You asked us to tell you when it is back. We have not reserved one for you: first come, first served.'
const ONCE = 'We will not write about it again.'

/** The renderer of the mail for a stock alert. The product is read when the mail is sent. */
export function stockAlertMailRenderers({ db, now, settings }: Dependent) {
  return {
    back_in_stock: async (owed) => {
      const { productId, ...back } = readPayload(owed, payloadOfAlert)
      const product = await findProduct(db, productId, now())
      if (product === undefined) throw new Error('Products are never deleted')
      return backInStock({ product, ...back }, settings.publicUrl, now())
    },
  } satisfies MailRenderers
}

async function backInStock(
  { product, color, size, alertId }: BackInStock,
  publicUrl: string,
  now: Date,
): Promise<MailContent> {
  const choice = choiceText({ color, size }, ', ')
  const what = lineName({ name: product.name, color, size })
  const subject = `It is back: ${what}`
  const { price } = shownPrice(product, now.getTime())
  const query = new URLSearchParams({ ...(color ? { color } : {}), ...(size ? { size } : {}) })
  const productUrl = `${publicUrl}/products/${product.id}${query.size > 0 ? `?${query}` : ''}`
  const stopPageUrl = `${publicUrl}/stock-alert/${alertId}`
  const picture = mailPicture(firstImage(product, color), { variantPx: 480, shownPx: 240 }, publicUrl)
  const body = html`${paragraph(WHY)}
<a href="${productUrl}">${picture}</a>
<p style="margin:16px 0 0"><strong>${product.name}</strong><br>${choice}${choice === '' ? '' : ' · '}${formatNaira(price)}</p>
${button('See it', productUrl)}
<p style="margin:28px 0 0;color:${QUIET};font-size:14px;line-height:20px">${ONCE} To cancel all of your alerts: <a href="${stopPageUrl}" style="color:${QUIET}">stop these mails</a>.</p>`
  return {
    subject,
    html: await frame({ subject, preview: WHY, headline: 'It is back.', body, publicUrl }),
    text: plainFrame([
      `${what}, ${formatNaira(price)}, is back in stock.`,
      WHY,
      `See it: ${productUrl}`,
      `${ONCE} To cancel all of your alerts: ${stopPageUrl}`,
    ]),
    stopUrl: `${publicUrl}/api/stock-alert/${alertId}/stop`,
  }
}
