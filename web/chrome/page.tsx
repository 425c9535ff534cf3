import { type ReactNode, useEffect } from 'react'
import { useCart } from '#web/state/cart.ts'
import { useLight } from '#web/state/light.ts'
import { usePendingCode } from '#web/state/pending-code.ts'
import { useRecentlyViewed } from '#web/state/recently-viewed.ts'
import { useSession } from '#web/state/session.ts'
import { hydrateStored } from '#web/state/stored.ts'
import { useWishlist } from '#web/state/wishlist.ts'
import { LightProvider } from '#web/ui/light.ts'
import { ToasterWhenWanted } from '#web/ui/toaster-when-wanted.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Panels } from './panels.tsx'
import { MAIN_ID, RouteAnnouncer } from './route-announcer.tsx'
import { endStarting, StartingLogo } from './starting.tsx'
import { TopStrip } from './top-strip.tsx'
import { useLightMode } from './use-light-mode.ts'

/** What surrounds every screen. Stored state is read after the first paint, which is the same for everybody. */
export function Page({ children }: { children: ReactNode }) {
  const isLight = useLightMode()
  useEffect(() => {
    const stop = hydrateStored([useSession, useCart, useWishlist, usePendingCode, useLight, useRecentlyViewed])
    endStarting()
    return stop
  }, [])
  return (
    <LightProvider value={isLight}>
      <a
        href={`#${MAIN_ID}`}
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
      <Panels />
      <ToasterWhenWanted />
      <RouteAnnouncer />
      <StartingLogo />
    </LightProvider>
  )
}
