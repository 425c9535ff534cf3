import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serveStatic } from '@hono/node-server/serve-static'
import type { MiddlewareHandler } from 'hono'
import { FOR_EVER, publicFor } from '#server/http/cache-for.ts'
import type { AppEnv } from '#server/http/router.ts'

/** Renders one page to a complete document. */
export type PageRenderer = (request: Request, context: PageContext) => Promise<Response>

type PageContext = {
  /** Calls the shop's own API in process, without a socket. */
  apiFetch: (path: string, init?: RequestInit) => Promise<Response>
  publicUrl: string
  variant: 'full' | 'data-saver'
}

/** The exports of the `web/server.ts` bundle. */
export type ServerBundle = {
  default: { fetch: (request: Request, options: { context: PageContext }) => Response | Promise<Response> }
}

export type Pages = {
  render: PageRenderer
  /** The folder of the built files for browsers; from the sources they come otherwise. */
  files?: string
  /** The folder of the staff's app; from its sources it comes otherwise. */
  admin?: string
  isDev: boolean
}

/** The pages that `npm run build` left in `dist`. */
export async function loadBuiltPages(dist: string): Promise<Pages> {
  const bundle = (await import(pathToFileURL(join(dist, 'server', 'server.js')).href)) as ServerBundle
  return {
    render: async (request, context) => bundle.default.fetch(request, { context }),
    files: join(dist, 'client'),
    admin: join(dist, 'admin'),
    isDev: false,
  }
}

const HOUR_S = 3_600

/** Serves GET and HEAD of built files, with the compressed forms that the build puts next to them; anything else is passed on. */
export function serveFiles(folder: string): MiddlewareHandler<AppEnv> {
  const serve = serveStatic<AppEnv>({ root: folder, precompressed: true })
  return async (context, next) => {
    const response = await serve(context, next)
    if (response instanceof Response) response.headers.set('Cache-Control', lifeOf(context.req.path))
    return response
  }
}

/** Files in /assets have a content hash in their name. The service worker's has none: browsers must learn of a new one at once. */
function lifeOf(path: string): string {
  if (path.startsWith('/assets/')) return FOR_EVER
  return path === '/sw.js' ? 'no-cache' : publicFor(HOUR_S)
}
