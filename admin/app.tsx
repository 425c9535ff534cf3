import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { createApi } from './data/api.ts'
import { followOtherTabs } from './data/device-store.ts'
import { forgetLastRead, keepLastRead } from './data/last-read.ts'
import { createQueryClient } from './data/query-client.ts'
import { openTapped } from './data/service-worker.ts'
import { typeSearch } from './order/typed-search.ts'
import { pickedStore } from './parcel/picked.ts'
import { waitingStore } from './parcel/waiting.ts'
import { routeTree } from './route-tree.gen.ts'

const api = createApi()
/** A session that has ended leads to the login, and back here afterwards. */
const queryClient = createQueryClient(() => {
  const { pathname, href } = router.state.location
  if (pathname === '/login' || pathname === '/join') return
  queryClient.clear()
  typeSearch('')
  forgetLastRead()
  void router.navigate({ to: '/login', search: { next: href } })
})

const router = createRouter({
  routeTree,
  basepath: '/admin',
  context: { api, queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
})

onlineManager.setOnline(navigator.onLine)
followOtherTabs([waitingStore, pickedStore])
keepLastRead(queryClient, () => {
  queryClient.clear()
  typeSearch('')
  void router.invalidate()
})

openTapped((href) => void router.navigate({ href }))

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
