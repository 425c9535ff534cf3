import { clientsClaim, setCacheNameDetails } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { showPushes } from './push.ts'

declare const self: ServiceWorkerGlobalScope
/** Written by the build: the document, and what it needs for every screen. */
declare const FILES_AHEAD: { url: string; revision: string | null }[]

// Caches belong to the whole origin: the shop's worker leaves alone what is named so.
setCacheNameDetails({ prefix: 'admin' })
precacheAndRoute(FILES_AHEAD)
cleanupOutdatedCaches()
// Every screen is the same document. What it shows is never cached here (admin/data/last-read.ts).
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/admin/index.html'), { allowlist: [/^\/admin(\/|$)/] }),
)

showPushes()

// A new version is there at the next visit, not once every tab is closed: an installed app is hardly ever.
void self.skipWaiting()
clientsClaim()
