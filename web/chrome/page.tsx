import { useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react'
import { lagosClock, lagosDayOfYear } from '#shared/lagos-time.ts'
import { DataSaverProvider } from '#ui/data-saver.ts'
import { Awaited, lazyComponent, useAwaited, useIsScriptLost, wasJustReloaded } from '#ui/lazy-component.ts'
import { useLoadedAhead } from '#ui/load-ahead.ts'
import { loadToaster, ToasterWhenWanted } from '#ui/toast/toaster-when-wanted.tsx'
import { useListingSearch } from '#web/data/listing-search.ts'
import { OverlayWhenOpened } from '#web/item/overlay-when-opened.tsx'
import { useCart } from '#web/state/cart.ts'
import { followConnection, untilShopResponds, useConnection } from '#web/state/connection.ts'
import { useDataSaver } from '#web/state/data-saver.ts'
import { useDeliveryPlace } from '#web/state/delivery-place.ts'
import { HYDRATED } from '#web/state/hydrated.ts'
import { forgetCodesWithSession, usePendingCode } from '#web/state/pending-code.ts'
import { useRecentlyViewed } from '#web/state/recently-viewed.ts'
import { useSession } from '#web/state/session.ts'
import { hydrateStored } from '#web/state/stored.ts'
import { useWishlist } from '#web/state/wishlist.ts'
import { Header, TopStrip } from './header.tsx'
import { MAIN_ID, RouteAnnouncer, skipToMain } from './route-announcer.tsx'
import { loadSearchList } from './search/search-box.tsx'
import { useServiceWorker } from './use-service-worker.ts'
import { Wordmark } from './wordmark.tsx'

// What can open over any page, each loaded when first opened, or ahead of it.
const loadCart = () => import('#web/cart/cart-panel.tsx')
const loadWishlist = () => import('#web/wishlist/wishlist-panel.tsx')
const loadMenu = () => import('./menu-panel.tsx')
const CartPanel = lazyComponent(loadCart, 'CartPanel')
const WishlistPanel = lazyComponent(loadWishlist, 'WishlistPanel')
const MenuPanel = lazyComponent(loadMenu, 'MenuPanel')
const loadWishlistCheck = () => import('#web/wishlist/check-wishlist.ts')
const AHEAD = [loadMenu, loadToaster, loadCart, loadSearchList, loadWishlist, loadWishlistCheck]

/** Sent with every page that has one; a listing, which has none, does not load its script. */
const Footer = import.meta.env.SSR
  ? (await import('./footer.tsx')).Footer
  : lazyComponent(() => import('./footer.tsx'), 'Footer')

/**
 * The frame around every screen. Stored state is read after the first paint, which is the same for everyone; a cart that is
 * not empty is then checked against the shop.
 */
export function Page({ children }: { children: ReactNode }) {
  const { api } = useRouter().options.context
  const savesData = useDataSaverMode()
  useLoadedAhead(AHEAD, savesData)
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
    // Early presses take effect (web/start/early-press.ts).
    dispatchEvent(new Event(HYDRATED))
    if (useCart.getState().items.length > 0) {
      // Without a network the cart stays as it was; opening it checks again.
      import('#web/cart/check-cart.ts').then(({ checkCart }) => checkCart(api)).catch(() => {})
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
      <FooterUnlessListing />
      <OverlayWhenOpened name="cart">{(panel) => <CartPanel {...panel} />}</OverlayWhenOpened>
      <OverlayWhenOpened name="wishlist">{(panel) => <WishlistPanel {...panel} />}</OverlayWhenOpened>
      <OverlayWhenOpened name="menu">{(panel) => <MenuPanel {...panel} />}</OverlayWhenOpened>
      <ToasterWhenWanted />
      <RouteAnnouncer />
      <ConnectionNotice />
      <StartingLogo />
    </DataSaverProvider>
  )
}

/** Whether this page saves data: as chosen here, else as the browser asked of the server. */
function useDataSaverMode(): boolean {
  const router = useRouter()
  const choice = useDataSaver((saver) => saver.choice)
  const savesData = choice ?? router.options.context.savesData
  useEffect(() => {
    document.documentElement.toggleAttribute('data-saver', savesData)
    // Where nothing hovers, a finger that only scrolls would count as an intention.
    const isIntentSeen = !savesData && matchMedia('(hover: hover)').matches
    router.update({ ...router.options, defaultPreload: isIntentSeen ? 'intent' : false })
  }, [router, savesData])
  return savesData
}

/** A listing ends with its pagination. */
function FooterUnlessListing() {
  if (useListingSearch() !== undefined) return null
  return (
    <Suspense fallback={<Awaited />}>
      <Footer />
    </Suspense>
  )
}

function StartingLogo() {
  return (
    <div className="starting-logo on-ink" role="status">
      <Wordmark className="starting-word text-d-xl" />
      <span className="sr-only">Loading</span>
    </div>
  )
}

/** Shown for as long as there is no network, with the time that the shown content dates from. */
function ConnectionNotice() {
  const router = useRouter()
  const { isOffline, cachedAt } = useConnection()
  const isScriptLost = useIsScriptLost()
  const isMissed = useAwaited() > 0 && isScriptLost
  // The query client fetches again what is on the screen; the router what it could not show, and the title.
  useEffect(() => followConnection(() => void router.invalidate()), [router])
  useEffect(() => {
    if (!isMissed || wasJustReloaded()) return
    let isStillMissed = true
    // Nothing is lost: what is open over the page is in the history, cart and drafts are stored.
    void untilShopResponds().then(() => isStillMissed && location.reload())
    return () => {
      isStillMissed = false
    }
  }, [isMissed])
  const sentences = [
    isOffline && 'You are offline.',
    !isOffline && (cachedAt !== null || isMissed) && 'The network is not responding.',
    isMissed && 'That is not on this device yet. It will load once you are online.',
    cachedAt !== null &&
      `This may be out of date: it is from ${lagosClock(cachedAt)} on ${lagosDayOfYear(cachedAt)}.`,
  ].filter(Boolean)
  return (
    // Set explicitly: an open panel hides everything without it from screen readers.
    <div role="status" aria-live="polite" className="bottom-notice">
      {sentences.length > 0 && <p className="on-ink">{sentences.join(' ')}</p>}
    </div>
  )
}
