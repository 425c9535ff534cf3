import { shop } from '#shop.config'

export type KeptPage = { path: string; title: string }

/** Only the shop's own stylesheet, typeface and images, and no script at all. */
export const OFFLINE_POLICY =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Shown without a network in place of a page that is not cached. */
export function offlinePage(stylesheet: string, kept: readonly KeptPage[]): string {
  return `<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>You are offline | ${escapeHtml(shop.brand)}</title>
<link rel="stylesheet" href="${escapeHtml(stylesheet)}">
</head>
<body>
<main class="page grid min-h-[70svh] content-center justify-items-start gap-6 py-16">
<h1 class="display text-d-lg">You are offline</h1>
<p class="max-w-read text-lg">This page is not saved on this device, but your cart and wishlist are.</p>
<a class="link min-h-11 inline-flex items-center" href="">Try again</a>
${keptList(kept)}</main>
</body>
</html>
`
}

function keptList(kept: readonly KeptPage[]): string {
  if (kept.length === 0) return ''
  const links = kept.map(
    ({ path, title }) =>
      `<li><a class="link min-h-11 inline-flex items-center" href="${escapeHtml(path)}">${escapeHtml(title)}</a></li>\n`,
  )
  return `<h2 class="label text-xs">Saved on this device</h2>\n<ul>\n${links.join('')}</ul>\n`
}

/** A page's title from its source, where it is escaped; unescaped, as it is escaped again when written. */
export function titleOf(html: string): string | undefined {
  return /<title>([^<]*)<\/title>/
    .exec(html)?.[1]
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
