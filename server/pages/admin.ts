import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { FOR_EVER } from '#server/http/cache-for.ts'
import type { AppEnv } from '#server/http/router.ts'
import { shop } from '#shop.config'
import { HOME_SCREEN_ICONS } from './home-screen.ts'
import { pagePolicy, reportingHeaders } from './page-policy.ts'

const PREFIX = '/admin'

/**
 * The staff's app, as `npm run build` left it in `folder`: its files, and its one document for every other address. The
 * document is the same for everybody and holds no data; what it shows comes over /api/admin.
 */
export function adminPages(folder: string, publicUrl: string): Hono<AppEnv> {
  const document = readFileSync(join(folder, 'index.html'), 'utf8')
  const headers = {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': pagePolicy(document, { isDev: false, publicUrl }),
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
    ...reportingHeaders(publicUrl),
  }
  const worker = readFileSync(join(folder, 'sw.js'), 'utf8')
  const manifest = JSON.stringify(adminManifest())
  const files = serveStatic<AppEnv>({
    root: folder,
    precompressed: true,
    rewriteRequestPath: (path) => path.slice(PREFIX.length),
  })
  return new Hono<AppEnv>()
    .use(`${PREFIX}/assets/*`, async (context, next) => {
      const response = await files(context, next)
      if (response instanceof Response) response.headers.set('Cache-Control', FOR_EVER)
      return response
    })
    .get(`${PREFIX}/sw.js`, (context) =>
      context.body(worker, 200, {
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'no-cache',
        // It stands in /admin/, and is for /admin too.
        'Service-Worker-Allowed': PREFIX,
      }),
    )
    .get(`${PREFIX}/manifest.webmanifest`, (context) =>
      context.body(manifest, 200, {
        'Content-Type': 'application/manifest+json; charset=utf-8',
        'Cache-Control': 'no-cache',
      }),
    )
    .on(['GET', 'HEAD'], [PREFIX, `${PREFIX}/*`], (context) => {
      if (context.req.path.startsWith(`${PREFIX}/assets/`)) return context.notFound()
      return context.html(document, 200, headers)
    })
}

/** How a phone's home screen shows the admin, beside the shop. */
function adminManifest() {
  const { ink } = shop.colours
  return {
    id: PREFIX,
    name: `${shop.brand} Admin`,
    short_name: `${shop.brand} Admin`,
    lang: 'en-NG',
    dir: 'ltr',
    start_url: PREFIX,
    scope: PREFIX,
    display: 'standalone',
    background_color: ink,
    theme_color: ink,
    icons: HOME_SCREEN_ICONS,
    shortcuts: [{ name: 'Orders', url: `${PREFIX}/orders` }],
  }
}
