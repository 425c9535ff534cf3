/** A page in the sitemaps.org protocol. `path` is a path within the shop, already URL-encoded. */
export type SitemapEntry = { path: string; changedAt: Date | null }

export function sitemapXml(publicUrl: string, entries: readonly SitemapEntry[]): string {
  return documentOf('urlset', 'url', publicUrl, entries)
}

/** `files` are the sitemaps that together contain every page. */
export function sitemapIndexXml(publicUrl: string, files: readonly SitemapEntry[]): string {
  return documentOf('sitemapindex', 'sitemap', publicUrl, files)
}

function documentOf(root: string, each: string, publicUrl: string, entries: readonly SitemapEntry[]): string {
  const lines = entries.map(({ path, changedAt }) => {
    const changed = changedAt === null ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`
    return `<${each}><loc>${escapeXml(publicUrl + path)}</loc>${changed}</${each}>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...lines,
    `</${root}>`,
    '',
  ].join('\n')
}

const ESCAPED: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? character)
}
