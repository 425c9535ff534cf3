import { dehydrate, hydrate, QueryClientProvider } from '@tanstack/react-query'
import { createRouter, type RouterHistory, useRouter } from '@tanstack/react-router'
import { createIsomorphicFn, getGlobalStartContext } from '@tanstack/react-start'
import type { PropsWithChildren } from 'react'
import type { Fetch } from '#shared/client/api.ts'
import { endRefusedSession } from './auth/leave-signed-in.ts'
import { parseAddress, stringifyAddress } from './data/address.ts'
import { createApi } from './data/api.ts'
import { datedHere } from './data/page-response.ts'
import { createQueryClient } from './data/query-client.ts'
import { routeTree } from './route-tree.gen.ts'
import { ScreenFailed } from './routes/__root.tsx'
import { isPageNew, noteCachedAt } from './state/connection.ts'
import { createScrollMemory, scrollKey } from './state/scroll-memory.ts'
import { noteServerTime } from './state/server-clock.ts'

/** Called once in the browser, with its history, and once per request while rendering: nothing is shared between visitors. */
export function getRouter(history?: RouterHistory) {
  const { fetch, publicUrl, savesData } = requestContext()
  const queryClient = createQueryClient()
  const api = createApi(noteCachedAt(fetch), (token) => endRefusedSession(router, token))
  const context = { queryClient, api, publicUrl, savesData, renderedAtMs: Date.now() }
  const scroll = createScrollMemory()
  const router = createRouter({
    routeTree,
    notFoundMode: 'root',
    ...(history ? { history } : {}),
    context,
    parseSearch: parseAddress,
    stringifySearch: stringifyAddress,
    scrollRestoration: scroll.scrollRestoration,
    getScrollRestorationKey: scrollKey,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    // A screen's data may have been evicted by the time the shopper goes back to it. Then the router waits for it, so that
    // the page has its height to scroll to.
    defaultStaleReloadMode: 'blocking',
    defaultStructuralSharing: true,
    // Within the frame, whose messages and typed text stay: a screen's own error screen is in the file that may be missing.
    defaultErrorComponent: ScreenFailed,
    // The browser's first paint repeats the server's: the same clock, public address, variant and responses. Nothing in it
    // arrives later than the page, so the server sends the document as it is, without a stream.
    ...(import.meta.env.SSR && {
      dehydrate: () => ({
        page: { publicUrl, savesData, renderedAtMs: context.renderedAtMs },
        // As a text: smaller, and faster to write and to read, than the same as a script.
        queries: JSON.stringify(dehydrate(queryClient)),
      }),
    }),
    hydrate: ({ page, queries }) => {
      Object.assign(context, page)
      const isNew = isPageNew()
      if (isNew) noteServerTime(page.renderedAtMs)
      hydrate(queryClient, datedHere(JSON.parse(queries), isNew))
    },
    InnerWrap: ProvideQueries,
  })
  router.subscribe('onBeforeLoad', scroll.onBeforeLoad)
  if (history) scroll.watch(history)
  return router
}

function ProvideQueries({ children }: PropsWithChildren) {
  const { queryClient } = useRouter().options.context
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof getRouter>
  }
}

type RequestContext = {
  fetch: Fetch
  publicUrl: string
  /** Whether the page is rendered in the data-saving variant. */
  savesData: boolean
}

/** While rendering, the API is called in process, without a socket; in the browser, with fetch. */
const requestContext = createIsomorphicFn()
  .server((): RequestContext => {
    const given = getGlobalStartContext() as unknown as {
      apiFetch: RequestContext['fetch']
      publicUrl: string
      variant: 'full' | 'data-saver'
    }
    return {
      fetch: given.apiFetch,
      publicUrl: given.publicUrl,
      savesData: given.variant === 'data-saver',
    }
  })
  .client(
    (): RequestContext => ({
      fetch: (path, init) => fetch(path, init),
      publicUrl: location.origin,
      savesData: false,
    }),
  )
