import { html } from 'hono/html'
import type { Dependencies } from '#server/dependencies.ts'
import type { MailRenderers } from '#server/mail/outbox.ts'
import type { MailContent } from '#server/mail/render.ts'
import { button, frame, paragraph, plainFrame, QUIET } from '#server/mail/template/frame.ts'
import { mailPicture } from '#server/mail/template/picture.ts'
import { findProduct } from '#server/product/store.ts'
import type { Product } from '#shared/contract/product.ts'
import { formatNaira } from '#shared/naira.ts'
import { shownPrice } from '#shared/price.ts'

type Dependent = Pick<Dependencies, 'db' | 'now' | 'settings'>
type BackInStock = { product: Product; color: string; size: string; alertId: string }

const WHY = 'You asked us to tell you when it is back. We did not put one aside: it goes to whoever is first.'
const ONCE = 'This is the only mail about it.'

/** The mail that a stock alert is answered with, from the product as it is when the mail is sent. */
export function stockAlertMailRenderers({ db, now, settings }: Dependent): MailRenderers {
  return {
    back_in_stock: async ({ payload }) => {
      const product = await findProduct(db, String(payload.productId), now())
      if (product === undefined) throw new Error('Products are never deleted')
      const { color, size, alertId } = payload
      const back = {
        product,
        color: String(color),
        size: String(size),
        alertId: String(alertId),
      }
      return backInStock(back, settings.publicUrl, now())
    },
  }
}

async function backInStock(
  { product, color, size, alertId }: BackInStock,
  publicUrl: string,
  now: Date,
): Promise<MailContent> {
  const choice = [color, size].filter(Boolean)
  const what = choice.length === 0 ? product.name : `${product.name} (${choice.join(' / ')})`
  const subject = `It is back: ${what}`
  const { price } = shownPrice(product, now.getTime())
  const query = new URLSearchParams({ ...(color ? { color } : {}), ...(size ? { size } : {}) })
  const productUrl = `${publicUrl}/products/${product.id}${query.size > 0 ? `?${query}` : ''}`
  const stopPageUrl = `${publicUrl}/stock-alert/${alertId}`
  const picture = mailPicture(product.image, { variantPx: 480, shownPx: 240 }, publicUrl)
  const body = html`${paragraph(WHY)}
<a href="${productUrl}">${picture}</a>
<p style="margin:16px 0 0"><strong>${product.name}</strong><br>${choice.join(' / ')}${choice.length > 0 ? ' · ' : ''}${formatNaira(price)}</p>
${button('See it', productUrl)}
<p style="margin:28px 0 0;color:${QUIET};font-size:14px;line-height:20px">${ONCE} If you asked for others and want none of them: <a href="${stopPageUrl}" style="color:${QUIET}">stop these mails</a>.</p>`
  return {
    subject,
    html: await frame({ subject, preview: WHY, headline: 'It is back.', body, publicUrl }),
    text: plainFrame([
      `${what}, ${formatNaira(price)}, is back in stock.`,
      WHY,
      `See it: ${productUrl}`,
      `${ONCE} To get none that you asked for: ${stopPageUrl}`,
    ]),
    stopUrl: `${publicUrl}/api/stock-alert/${alertId}/stop`,
  }
}
