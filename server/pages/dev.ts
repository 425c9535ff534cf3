import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Pages, ServerBundle } from './built.ts'

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** Pages rendered straight from the sources, with hot reload, for `npm run dev`. The bundler is loaded only here. */
export async function loadDevPages(
  root: string,
  httpServer: Server,
): Promise<{ pages: Pages; middleware: Middleware; close: () => Promise<void> }> {
  const { createServer, isRunnableDevEnvironment } = await import('vite')
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: httpServer } },
  })
  const admin = await createServer({
    configFile: join(root, 'vite.admin.config.ts'),
    server: { middlewareMode: true, hmr: { server: httpServer } },
  })
  const environment = vite.environments.ssr
  if (!environment || !isRunnableDevEnvironment(environment))
    throw new Error('The bundler gives no environment to render pages in.')
  return {
    pages: {
      render: async (request, context) => {
        const bundle = (await environment.runner.import(
          'virtual:tanstack-start-server-entry',
        )) as ServerBundle
        return bundle.default.fetch(request, { context })
      },
      isDev: true,
    },
    middleware: (request, response, next) =>
      /^\/admin([/?]|$)/.test(request.url ?? '')
        ? admin.middlewares(request, response, next)
        : vite.middlewares(request, response, next),
    close: async () => {
      await admin.close()
      await vite.close()
    },
  }
}
