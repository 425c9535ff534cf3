import { createRoute } from '@hono/zod-openapi'
import type { Dependencies } from '#server/dependencies.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { createRouter } from '#server/http/router.ts'
import { askForStockAlert, openStopPage, stopStockAlerts } from '#shared/contract/stock-alert.ts'
import { DAY_MS, HOUR_MS } from '#shared/duration.ts'
import { ShopError } from '#shared/errors.ts'
import { deleteAlertsLike, findAvailable, storeAlert } from './store.ts'

/** Generous, since many phones share one address behind a carrier. */
const PER_CLIENT = { max: 60, windowMs: HOUR_MS }
const PER_EMAIL = { max: 20, windowMs: DAY_MS }

/**
 * Subscribing to a sold-out item always returns the same response, also when repeated; unsubscribing does too, for any id.
 * An item in stock is refused: its mail would go out at once, to anybody's address.
 */
export function stockAlertApi({ db, now, settings }: Pick<Dependencies, 'db' | 'now' | 'settings'>) {
  return createRouter()
    .openapi(createRoute(askForStockAlert), async (context) => {
      const { email, ...item } = context.req.valid('json')
      const limit = createRateLimiter(db, settings, now())
      await limit('stock-alert', context.get('clientAddress'), PER_CLIENT)
      await limit('stock-alert to', email, PER_EMAIL)
      const available = await findAvailable(db, item)
      if (available === undefined) throw new ShopError('NOT_FOUND', 'Product not found')
      if (available > 0) throw new ShopError('VALIDATION', 'It is in stock: you can buy it now.')
      await storeAlert(db, { ...item, email }, now())
      return context.json({ message: "We'll email you once, when it's back in stock." }, 200)
    })
    .openapi(createRoute(stopStockAlerts), async (context) => {
      const { id } = context.req.valid('param')
      await deleteAlertsLike(db, id)
      const isBrowser = context.req.header('accept')?.includes('text/html')
      return isBrowser
        ? context.redirect(`/stock-alert/${encodeURIComponent(id)}?stopped=true`, 303)
        : context.body(null, 204)
    })
    .openapi(createRoute(openStopPage), (context) =>
      context.redirect(`/stock-alert/${encodeURIComponent(context.req.valid('param').id)}`, 302),
    )
}
