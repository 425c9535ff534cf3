import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { addOpenApi } from './api/openapi.ts'
import { limitBody, requireJson } from './api/body.ts'
import { clientAddress } from './api/client-address.ts'
import { handleError } from './api/error-handler.ts'
import { refuseUnknownRoute } from './api/method-not-allowed.ts'
import { type AppEnv, createRouter } from './api/router.ts'
import { appDataApi } from './app-data/api.ts'
import type { Dependencies } from './dependencies.ts'

const TAKES_OTHER_MEDIA = new Set(['/api/auth/register', '/api/payment/webhook'])

/** Wires the nouns' routes, the pages and what holds for every answer. Starts nothing. */
export function createApp(dependencies: Dependencies): Hono<AppEnv> {
  const { log, settings } = dependencies
  const app = new Hono<AppEnv>()
  app.onError(handleError(log))
  app.use(async (context, next) => {
    const requestId = randomUUID()
    context.set('requestId', requestId)
    context.set('clientAddress', clientAddress(context, settings.trustProxy))
    await next()
    context.header('X-Request-Id', requestId)
  })

  const api = createRouter()
  api.use(limitBody())
  api.use(requireJson({ except: (path) => TAKES_OTHER_MEDIA.has(path) }))
  api.route('/', appDataApi(dependencies))
  addOpenApi(api)
  app.route('/api', api)

  const unknownRoute = refuseUnknownRoute(app)
  app.all('/api/*', (context) => unknownRoute(context.req.path))
  return app
}
