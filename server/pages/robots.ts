import { PRIVATE_SCREENS } from './private-path.ts'

const NOT_PAGES = ['/api/', '/sandbox/', '/dev/', '/healthz', '/readyz', '/metrics']

/** What crawlers may call (RFC 9309), and where the list of pages is. Pictures, styles and scripts stay open: pages are judged as drawn. */
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
