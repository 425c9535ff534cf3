import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useLayoutEffect } from 'react'
import { DataSaverProvider } from '#ui/data-saver.ts'
import { ToasterWhenWanted } from '#ui/toaster-when-wanted.tsx'
import { useCart } from '#web/state/cart.ts'
import { useDataSaver } from '#web/state/data-saver.ts'
import { useDeliveryPlace } from '#web/state/delivery-place.ts'
import { loadScript } from '#web/state/lazy-component.ts'
import { forgetCodesWithSession, usePendingCode } from '#web/state/pending-code.ts'
import { useRecentlyViewed } from '#web/state/recently-viewed.ts'
import { useSession } from '#web/state/session.ts'
import { hydrateStored } from '#web/state/stored.ts'
import { useWishlist } from '#web/state/wishlist.ts'
import { ConnectionNotice } from './connection-notice.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Panels } from './panels.tsx'
import { MAIN_ID, RouteAnnouncer, skipToMain } from './route-announcer.tsx'
import { endStarting, StartingLogo } from './starting.tsx'
import { TopStrip } from './top-strip.tsx'
import { useDataSaverMode } from './use-data-saver-mode.ts'
import { useServiceWorker } from './use-service-worker.ts'

const loadToaster = () => loadScript(() => import('#ui/toast.tsx'))

/**
 * The frame around every screen. Stored state is read after the first paint, which is the same for everyone; a cart that is
 * not empty is then checked against the shop. `cartDelivery` is shown in the cart.
 */
export function Page({ children, cartDelivery }: { children: ReactNode; cartDelivery?: ReactNode }) {
  const { api } = useRouter().options.context
  const savesData = useDataSaverMode()
  useServiceWorker()
  useLayoutEffect(forgetCodesWithSession, [])
  // In the same frame as hydration: a tap right after it must not act on stores that have not been read yet.
  useLayoutEffect(() => {
    const stop = hydrateStored([
      useDataSaver,
      useSession,
      useCart,
      useWishlist,
      usePendingCode,
      useDeliveryPlace,
      useRecentlyViewed,
    ])
    endStarting()
    if (useCart.getState().items.length > 0) {
      // Without a network the cart stays as it was; opening it checks again.
      import('#web/state/check-cart.ts').then(({ checkCart }) => checkCart(api)).catch(() => {})
    }
    return stop
  }, [api])
  return (
    <DataSaverProvider value={savesData}>
      <a
        href={`#${MAIN_ID}`}
        onClick={skipToMain}
        className="label fixed top-2 left-2 z-60 -translate-y-24 bg-ink px-5 py-3.5 text-paper text-xs focus:translate-y-0"
      >
        Skip to content
      </a>
      <TopStrip />
      <Header />
      <main id={MAIN_ID} tabIndex={-1} className="min-h-[60svh] outline-none">
        {children}
      </main>
      <Footer />
      <Panels delivery={cartDelivery} />
      <ToasterWhenWanted load={loadToaster} />
      <RouteAnnouncer />
      <ConnectionNotice />
      <StartingLogo />
    </DataSaverProvider>
  )
}
