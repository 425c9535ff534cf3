import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { endRefusedSession } from './auth/refused-token.ts'
import { parseAddress, stringifyAddress } from './data/address.ts'
import { createApi } from './data/api.ts'
import { createQueryClient } from './data/query-client.ts'
import { requestContext } from './data/request-context.ts'
import { routeTree } from './route-tree.gen.ts'
import { hearing } from './state/connection.ts'

/** Called once in the browser, and once per request while rendering: nothing is shared between visitors. */
export function getRouter() {
  const { fetch, publicUrl, isLight } = requestContext()
  const queryClient = createQueryClient()
  const api = createApi(hearing(fetch), (token) => endRefusedSession(router, token))
  const context = { queryClient, api, publicUrl, isLight, renderedAtMs: Date.now() }
  const router = createRouter({
    routeTree,
    context,
    parseSearch: parseAddress,
    stringifySearch: stringifyAddress,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultStructuralSharing: true,
    // The browser's first paint repeats the server's: the same clock, public address and weight.
    dehydrate: () => ({ publicUrl, isLight, renderedAtMs: context.renderedAtMs }),
    hydrate: (rendered) => {
      Object.assign(context, rendered)
    },
  })
  setupRouterSsrQueryIntegration({ router, queryClient })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
