/** Screens with content for their visitor only, or that lead to a payment. */
const PRIVATE_SCREENS = [
  '/checkout',
  '/payment',
  '/orders',
  '/home',
  '/login',
  '/signup',
  '/verify-signup',
  '/forgot-password',
  '/reset-otp',
  '/reset-password',
  '/stock-alert',
]
const NOT_PAGES = ['/api/', '/sandbox/', '/dev/', '/healthz', '/readyz', '/metrics']

/**
 * What crawlers may fetch (RFC 9309), and where the sitemap is. Pictures, styles and scripts stay allowed, since crawlers
 * judge pages as rendered.
 */
export function robotsText(publicUrl: string): string {
  return [
    'User-agent: *',
    ...PRIVATE_SCREENS.map((screen) => `Disallow: ${screen}`),
    ...NOT_PAGES.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
}
