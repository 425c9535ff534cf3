import { createRoute } from '@hono/zod-openapi'
import { createRateLimiter } from '#server/api/rate-limit.ts'
import { createRouter } from '#server/api/router.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { askForStockAlert, openStopPage, stopStockAlerts } from '#shared/contract/stock-alert.ts'
import { HOUR_MS } from '#shared/duration.ts'
import { ShopError } from '#shared/errors.ts'
import { deleteAlertsLike, isSold, keepAlert } from './store.ts'

/** Generous, since many phones share one address behind a carrier. */
const PER_CLIENT = { max: 60, windowMs: HOUR_MS }
const PER_EMAIL = { max: 20, windowMs: 24 * HOUR_MS }

/** Subscribing always returns the same response, also when repeated; unsubscribing does too, for any id. */
export function stockAlertApi({ db, now, settings }: Pick<Dependencies, 'db' | 'now' | 'settings'>) {
  return createRouter()
    .openapi(createRoute(askForStockAlert), async (context) => {
      const { email, ...item } = context.req.valid('json')
      const limit = createRateLimiter(db, settings, now())
      await limit('stock-alert', context.get('clientAddress'), PER_CLIENT)
      await limit('stock-alert to', email, PER_EMAIL)
      if (!(await isSold(db, item))) throw new ShopError('NOT_FOUND', 'Product not found')
      await keepAlert(db, { ...item, email }, now())
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
