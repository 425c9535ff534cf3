/**
 * From OWASP's HTTP Headers cheat sheet; ASVS 5.0 3.4.1, 3.4.4, 3.4.5, 3.4.8. In lower case, to be merged with others by
 * name.
 */
const FILE_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}
const EVERY_HEADER: Record<string, string> = {
  ...FILE_HEADERS,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
}
/** Messengers that draw a shared link in the browser embed it from their own origin. */
const SOCIAL_CARD = /^\/assets\/social-card-/
const SOCIAL_CARD_HEADERS = { ...FILE_HEADERS, 'cross-origin-resource-policy': 'cross-origin' }
/**
 * Scripts, styles, fonts and pictures: a page has a dozen, and headers that only a document obeys would add 250 bytes to
 * each.
 */
const FILE_PATH = /^\/((admin\/)?assets|pictures)\//

/** Two years (ASVS 3.4.1). */
const HSTS = 'max-age=63072000; includeSubDomains'

/**
 * The security headers for responses at this path, unless a route has set its own; HSTS only if the shop is served over
 * https.
 */
export function securityHeaders(path: string, publicUrl: string): Record<string, string> {
  const headers = headersOf(path)
  return publicUrl.startsWith('https:') ? { ...headers, 'strict-transport-security': HSTS } : headers
}

function headersOf(path: string): Record<string, string> {
  if (!FILE_PATH.test(path)) return EVERY_HEADER
  return SOCIAL_CARD.test(path) ? SOCIAL_CARD_HEADERS : FILE_HEADERS
}
