import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { createApp } from './app.ts'
import type { Dependencies } from './dependencies.ts'
import type { HttpServer } from './http/http-server.ts'
import { serveCached } from './http-cache/serve-cached.ts'
import { loadBuiltPages } from './pages/built.ts'
import { loadDevPages } from './pages/dev.ts'
import type { Closing } from './process/until-signal.ts'
import { ROOT } from './root.ts'

type App = ReturnType<typeof createApp>

/** Serves the pages that `npm run build` has made. */
export async function serveBuilt(
  openHttp: () => Promise<HttpServer>,
  dependencies: Dependencies,
): Promise<App> {
  const app = createApp({ ...dependencies, pages: await loadBuiltPages(join(ROOT, 'dist')) })
  const { cache, settings } = dependencies
  const http = await openHttp()
  const listener = listenerFor(app, settings)
  http.respondWith(cache ? serveCached(app, { ...dependencies, cache }, listener) : listener)
  return app
}

/** Serves pages rendered straight from the sources, for `npm run dev`. */
export async function serveFromSources(
  http: HttpServer,
  dependencies: Dependencies,
  closings: Closing[],
): Promise<App> {
  const dev = await loadDevPages(ROOT, http.server)
  closings.push(dev.close)
  const app = createApp({ ...dependencies, pages: dev.pages })
  const listener = listenerFor(app, dependencies.settings)
  http.respondWith((request, response) =>
    dev.middleware(request, response, () => void listener(request, response)),
  )
  return app
}

/** A request without a Host is for the shop: HTTP/1.0 needs none, and health checks of some load balancers send none. */
function listenerFor(app: App, { publicUrl }: Pick<Dependencies['settings'], 'publicUrl'>) {
  return getRequestListener(app.fetch, { hostname: new URL(publicUrl).host })
}
