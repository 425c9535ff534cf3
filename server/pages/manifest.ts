import { shop } from '#shop.config'

const PNG = 'image/png'

/** How a phone's home screen shows the shop (W3C Web Application Manifest), in the owner's texts and colours. */
export function webManifest() {
  return {
    id: '/',
    name: shop.brand,
    short_name: shop.brand,
    description: shop.tagline,
    lang: 'en-NG',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: shop.colours.paper,
    theme_color: shop.colours.ink,
    categories: ['shopping', 'lifestyle'],
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: PNG },
      { src: '/icon-512.png', sizes: '512x512', type: PNG },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: PNG, purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'New In', url: '/products?tag=NewIn' },
      { name: 'All Merch', url: '/products' },
      { name: 'My Orders', url: '/orders' },
    ].map((shortcut) => ({ ...shortcut, icons: [{ src: '/icon-192.png', sizes: '192x192', type: PNG }] })),
  }
}
