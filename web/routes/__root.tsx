import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, HeadContent, Outlet, Scripts } from '@tanstack/react-router'
import { shop } from '#shop.config'
import type { Api } from '#web/data/api.ts'
import styles from '../styles.css?url'

export const Route = createRootRouteWithContext<{
  queryClient: QueryClient
  api: Api
  publicUrl: string
  /** When the server rendered the page: the clock of the first paint. */
  renderedAtMs: number
}>()({
  head: () => ({
    meta: [
      { charSet: 'utf-8' },
      { name: 'viewport', content: 'width=device-width, initial-scale=1' },
      { title: shop.brand },
    ],
    links: [{ rel: 'stylesheet', href: styles }],
  }),
  component: Root,
  notFoundComponent: () => <p>404</p>,
})

function Root() {
  return (
    <html lang="en-NG">
      <head>
        <HeadContent />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  )
}
