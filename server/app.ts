import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { sql } from 'drizzle-orm'
import { Hono, type MiddlewareHandler } from 'hono'
import { every } from 'hono/combine'
import { compress } from 'hono/compress'
import { contextStorage } from 'hono/context-storage'
import { ShopError } from '#shared/errors.ts'
import { addressApi } from './address/api.ts'
import { alertApi } from './alert/api.ts'
import { appDataApi } from './app-data/api.ts'
import { authApi } from './auth/api.ts'
import type { Dependencies } from './dependencies.ts'
import { disputeApi } from './dispute/api.ts'
import { limitBody, requireJson, TAKES_PHOTO } from './http/body.ts'
import { removeLifetime } from './http/cache-for.ts'
import { clientAddress } from './http/client-address.ts'
import { handleError } from './http/error-handler.ts'
import { isRead, isWrite, refuseUnknownRoute, requireRoute } from './http/method.ts'
import { addOpenApi } from './http/openapi.ts'
import { requestLog } from './http/request-log.ts'
import { type AppEnv, createRouter } from './http/router.ts'
import { securityHeaders } from './http/security-headers.ts'
import { devMailbox } from './mail/dev-mailbox.ts'
import { moneyApi } from './money/api.ts'
import { adminOrderApi } from './order/admin/api.ts'
import { orderApi } from './order/api.ts'
import { orderFilterApi } from './order/filter/api.ts'
import { orderNoteApi } from './order/note/api.ts'
import { adminPages } from './pages/admin.ts'
import { serveFiles } from './pages/built.ts'
import { finderApi } from './pages/finder-api.ts'
import { pageHandler } from './pages/page-handler.ts'
import { policyReportApi } from './pages/policy-report.ts'
import { parcelApi } from './parcel/api.ts'
import { lateApi } from './parcel/late-api.ts'
import { adminPaymentApi } from './payment/admin-api.ts'
import { paymentApi } from './payment/api.ts'
import { adminRefundApi } from './payment/refund/admin-api.ts'
import { saleApi } from './payment/sale/api.ts'
import { createPaymentStarter } from './payment/start/start.ts'
import { picturesApi } from './pictures/api.ts'
import { limitSearches, productApi } from './product/api.ts'
import { adminReturnApi } from './return/admin-api.ts'
import { returnApi } from './return/api.ts'
import { reviewApi } from './review/api.ts'
import { metricsApi } from './shop-figures/api.ts'
import { staffApi } from './staff/api.ts'
import { stockAlertApi } from './stock-alert/api.ts'
import { textPageApi } from './text-page/api.ts'
import { todayApi } from './today/api.ts'

/**
 * Exempt from the JSON requirement, besides photos: mail clients and plain HTML forms end stock alerts, and browsers send reports
 * under media types of their own.
 */
const TAKES_OTHER_MEDIA = /^\/api\/(auth\/register|csp-report|payment\/webhook|stock-alert\/[^/]+\/stop)$/

/** Called by the payment provider's servers, and by mail clients from any origin. */
const CALLED_FROM_ELSEWHERE = /^\/api\/(payment\/webhook|stock-alert\/[^/]+\/stop)$/

/** Wires up every noun's routes, the pages and the middleware for every response. Starts nothing. */
export function createApp(dependencies: Dependencies): Hono<AppEnv> {
  const { log, settings } = dependencies
  const app = new Hono<AppEnv>()
  app.onError(handleError(log))
  // Gives log.ts access to the request, so that every log line written on its behalf carries the request id.
  app.use(contextStorage())
  app.use(async (context, next) => {
    const requestId = randomUUID()
    context.set('requestId', requestId)
    context.set('clientAddress', clientAddress(context, settings.trustProxy))
    await next()
    // Set on the response itself: context.header() would copy the response for each header.
    const { headers } = context.res
    headers.set('x-request-id', requestId)
    if ((context.env as Partial<HttpBindings> | undefined)?.incoming !== undefined) removeLifetime(headers)
    for (const [name, value] of Object.entries(securityHeaders(context.req.path, settings.publicUrl)))
      if (!headers.has(name)) headers.set(name, value)
  })
  app.use(requestLog(dependencies))
  app.use(refuseCrossSiteWrites)
  app.use(limitSearches(dependencies))
  app.use('/api/admin/*', neverStore)
  app.use('/api/*', compress())
  app.route('/', healthRoutes(dependencies))
  app.route('/', metricsApi(dependencies))
  app.route('/', picturesApi(dependencies))
  app.route('/', finderApi(dependencies))

  const refuse = refuseUnknownRoute(app)
  const api = createRouter()
  const checkWrite = every(
    requireRoute(refuse),
    limitBody(),
    requireJson({ except: (path) => TAKES_OTHER_MEDIA.test(path) || TAKES_PHOTO.test(path) }),
  )
  // Each middleware costs a read some microseconds, even one that does nothing.
  api.use((context, next) => (isRead(context.req.method) ? next() : checkWrite(context, next)))
  api.route('/', addressApi(dependencies))
  api.route('/', alertApi(dependencies))
  api.route('/', appDataApi(dependencies))
  api.route('/', authApi(dependencies))
  api.route('/', orderApi(dependencies))
  api.route('/', adminOrderApi(dependencies))
  api.route('/', orderFilterApi(dependencies))
  api.route('/', orderNoteApi(dependencies))
  api.route('/', moneyApi(dependencies))
  api.route('/', disputeApi(dependencies))
  api.route('/', parcelApi(dependencies))
  // One queue for shoppers and staff.
  const startPayment = createPaymentStarter(dependencies)
  api.route('/', paymentApi(dependencies, startPayment))
  api.route('/', saleApi(dependencies, startPayment))
  api.route('/', lateApi(dependencies))
  api.route('/', adminPaymentApi(dependencies))
  api.route('/', adminRefundApi(dependencies))
  api.route('/', policyReportApi(dependencies))
  api.route('/', productApi(dependencies))
  api.route('/', returnApi(dependencies))
  api.route('/', adminReturnApi(dependencies))
  api.route('/', reviewApi(dependencies))
  api.route('/', staffApi(dependencies))
  api.route('/', stockAlertApi(dependencies))
  api.route('/', textPageApi(dependencies))
  api.route('/', todayApi(dependencies))
  addOpenApi(api)
  app.route('/api', api)

  if (dependencies.sandbox) app.route('/sandbox', dependencies.sandbox)
  if (settings.devMailbox) app.route('/', devMailbox(dependencies))

  app.all('/api/*', (context) => refuse(context.req.path))

  const { pages } = dependencies
  if (pages) {
    app.use(compress())
    if (pages.admin) app.route('/', adminPages(pages.admin, settings.publicUrl))
    if (pages.files) app.use(serveFiles(pages.files))
    app.all(
      '*',
      pageHandler({
        ...dependencies,
        pages,
        publicUrl: settings.publicUrl,
        request: async (path, init) => app.request(path, init, { isPartOfPage: true }),
      }),
    )
  }
  return app
}

/**
 * Refuses writes from pages of other sites, by form or by script. The browser itself reports the origin (Sec-Fetch-Site).
 * Other programs send nothing and are not a risk of this kind, since no browser adds a shopper's token for them.
 */
const refuseCrossSiteWrites: MiddlewareHandler<AppEnv> = (context, next) => {
  const { method, path } = context.req
  const isFromElsewhere = context.req.header('sec-fetch-site') === 'cross-site'
  if (isWrite(method) && isFromElsewhere && !CALLED_FROM_ELSEWHERE.test(path))
    throw new ShopError('FORBIDDEN', 'This cannot be done from another site.')
  return next()
}

/** What staff see is theirs alone, errors included. */
const neverStore: MiddlewareHandler<AppEnv> = async (context, next) => {
  await next()
  context.res.headers.set('Cache-Control', 'no-store')
}

/** /healthz: the process responds. /readyz: it can serve, database included; a 503 makes load balancers wait. */
function healthRoutes({ db }: Pick<Dependencies, 'db'>) {
  return new Hono<AppEnv>()
    .get('/healthz', (context) => context.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }))
    .get('/readyz', async (context) => {
      const database = await db.execute(sql`select 1`).then(
        () => 'ok' as const,
        () => 'away' as const,
      )
      return context.json({ status: database, database }, database === 'ok' ? 200 : 503, {
        'Cache-Control': 'no-store',
      })
    })
}
