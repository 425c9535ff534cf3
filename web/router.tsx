import { createRouter } from '@tanstack/react-router'
import { setupRouterSsrQueryIntegration } from '@tanstack/react-router-ssr-query'
import { createApi } from './data/api.ts'
import { createQueryClient } from './data/query-client.ts'
import { requestContext } from './data/request-context.ts'
import { routeTree } from './route-tree.gen.ts'

/** Called once in the browser, and once per request while rendering: nothing is shared between visitors. */
export function getRouter() {
  const { fetch, publicUrl } = requestContext()
  const queryClient = createQueryClient()
  const router = createRouter({
    routeTree,
    context: { queryClient, api: createApi(fetch), publicUrl },
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultStructuralSharing: true,
  })
  setupRouterSsrQueryIntegration({ router, queryClient })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}
