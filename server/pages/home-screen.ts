const PNG = 'image/png'

/** The shop's icons on a phone's home screen: files of web/public. */
export const HOME_SCREEN_ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: PNG },
  { src: '/icon-512.png', sizes: '512x512', type: PNG },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: PNG, purpose: 'maskable' },
]
