import { CSPProvider } from '@base-ui/react/csp-provider'
import type { QueryClient } from '@tanstack/react-query'
import {
  Asset,
  CatchBoundary,
  createRootRouteWithContext,
  isNotFound,
  Outlet,
  Scripts,
  useChildMatches,
  useRouter,
  useTags,
} from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { shop } from '#shop.config'
import { Awaited, lazyComponent } from '#ui/lazy-component.ts'
import { LazyOverlay } from '#ui/overlay/lazy-overlay.tsx'
import { useSessionStart } from '#web/auth/use-session-start.ts'
import { Failure, OrOffline } from '#web/chrome/failure.tsx'
import { Page } from '#web/chrome/page.tsx'
import { shareTags } from '#web/chrome/page-head.ts'
import type { Api } from '#web/data/api.ts'
import { pageTitle } from '#web/page-title.ts'
import { useOverlay } from '#web/state/overlay.ts'
import font from '../../ui/fonts/archivo.woff2?url'
import start from '../start/start.ts?script'
import styles from '../styles.css?inline'

/** Sent with the page of an unknown address; others do not load its script. */
const NotFound = import.meta.env.SSR
  ? (await import('#web/chrome/not-found.tsx')).NotFound
  : lazyComponent(() => import('#web/chrome/not-found.tsx'), 'NotFound')

export const Route = createRootRouteWithContext<{
  queryClient: QueryClient
  api: Api
  publicUrl: string
  /** Whether the server rendered the data-saving variant of the page. */
  savesData: boolean
  /** When the server rendered the page: the clock of the first paint. */
  renderedAtMs: number
}>()({
  // A screen's own tags override these shop-wide ones.
  head: ({ match, matches }) => {
    const isNotFound = matches.some(({ _notFound }) => _notFound)
    const title = pageTitle(isNotFound ? 'Page not found' : shop.tagline)
    return {
      meta: [
        ...shareTags({ title, description: shop.blurb }, match.context.publicUrl),
        ...(isNotFound ? [{ name: 'robots', content: 'noindex' }] : []),
        { property: 'og:type', content: 'website' },
        // The same on every page, and so left to the server: in the browser React leaves what it does not know in <head> alone.
        ...(import.meta.env.SSR
          ? [
              { charSet: 'utf-8' },
              { name: 'viewport', content: 'width=device-width, initial-scale=1' },
              { name: 'theme-color', content: shop.colours.ink },
              { property: 'og:site_name', content: shop.brand },
              { property: 'og:locale', content: 'en_NG' },
            ]
          : []),
      ],
      links: [
        ...(import.meta.env.SSR && !match.context.savesData
          ? [
              {
                rel: 'preload',
                as: 'font' as const,
                type: 'font/woff2',
                href: font,
                crossOrigin: 'anonymous' as const,
              },
            ]
          : []),
        ...(import.meta.env.SSR
          ? [
              { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
              { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
              { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
            ]
          : []),
      ],
      scripts: import.meta.env.SSR ? [{ children: start }] : [],
    }
  },
  shellComponent: Document,
  component: Root,
  notFoundComponent: () => (
    <Suspense fallback={<Awaited />}>
      <NotFound />
    </Suspense>
  ),
  errorComponent: () => (
    <Page>
      <ScreenFailed />
    </Page>
  ),
})

/** Some screens have an error screen of their own: it is in the same file as they, and may be missing with them. */
function Screen() {
  const [match] = useChildMatches()
  return (
    <CatchBoundary
      getResetKey={() => match}
      errorComponent={ScreenFailed}
      onCatch={(error) => {
        if (isNotFound(error)) throw error
      }}
    >
      <Outlet />
    </CatchBoundary>
  )
}

export function ScreenFailed() {
  return (
    <OrOffline>
      <Failure />
    </OrOffline>
  )
}

function Root() {
  useSessionStart()
  return (
    <Page>
      <Screen />
      <QuickViewWhenWanted />
    </Page>
  )
}

/**
 * React ignores what scripts set on <html> later, such as the class of a start with a session, and leaves elements alone that
 * only the server adds to <head> and <body>.
 */
function Document({ children }: { children: ReactNode }) {
  const { savesData } = useRouter().options.context
  const tags = useTags()
  return (
    <html lang="en-NG" data-saver={savesData ? '' : undefined} suppressHydrationWarning>
      <head>
        {import.meta.env.SSR && (
          // Inline, as a file would cost a round trip before the first paint.
          <style href="styles" precedence="default">
            {styles}
          </style>
        )}
        {tags.map((tag) => isPreload(tag) || <Asset {...tag} key={JSON.stringify(tag)} />)}
      </head>
      <body>
        <CSPProvider disableStyleElements>{children}</CSPProvider>
        {import.meta.env.SSR && (
          // The shop's script and its files wait here until the page is painted (web/start/start.ts), and so does the
          // manifest: it is for installing the shop, which needs the script.
          <template id="waiting">
            {[...tags.filter(isPreload).map(({ attrs }) => attrs), MANIFEST].map((attributes) => (
              // With a handler a link stays where it is; React would move it to <head>.
              <link {...attributes} key={attributes?.href} onLoad={() => {}} />
            ))}
            <Scripts />
          </template>
        )}
      </body>
    </html>
  )
}

const MANIFEST = { rel: 'manifest', href: '/site.webmanifest' }

function isPreload({ attrs }: ReturnType<typeof useTags>[number]): boolean {
  return attrs?.rel === 'modulepreload'
}

const PREFIX = 'quick-view:'
const QuickView = lazyComponent(() => import('#web/product/detail/quick-view.tsx'), 'QuickView')

/** Shows the product whose quick view is open according to the history; loaded on first use. */
function QuickViewWhenWanted() {
  const { current, close } = useOverlay()
  const [productId = null] = current?.startsWith(PREFIX) ? current.slice(PREFIX.length).split('/') : []
  return (
    <LazyOverlay isOpen={productId !== null} onClose={close}>
      <QuickView productId={productId} onClose={close} />
    </LazyOverlay>
  )
}
