import { shop } from '#shop.config'

/** The look of web/styles.css in the few rules that this page needs: the whole file would have to be fetched ahead for it. */
const STYLE = `*{box-sizing:border-box;margin:0}
html{font:1rem/1.55 Archivo,Arial,sans-serif;color:${shop.colours.ink};background:${shop.colours.paper};-webkit-text-size-adjust:100%}
main{display:grid;align-content:center;justify-items:start;gap:1.5rem;min-height:70svh;max-width:100rem;margin:auto;padding:4rem clamp(1rem,4.2vw,3.5rem);overflow-wrap:break-word}
h1{font-size:clamp(3.5rem,1.7rem + 8vw,8.5rem);font-weight:900;font-stretch:62%;line-height:.84;text-transform:uppercase}
h2{font-size:.8125rem;font-weight:700;font-stretch:88%;letter-spacing:.06em;text-transform:uppercase}
p{max-width:42rem;font-size:1.125rem}
ul{padding:0;list-style:none}
a{display:inline-flex;align-items:center;min-height:2.75rem;color:inherit;text-underline-offset:.25em}
:focus-visible{outline:3px solid;outline-offset:2px}`

/** Shown without a network in place of a page that is not cached, with links to those that are, the latest first. */
export async function offlineResponse(pages: Cache, files: readonly string[]): Promise<Response> {
  const links: string[] = []
  for (const request of await pages.keys()) {
    const { pathname, search } = new URL(request.url)
    const html = await (await pages.match(request))?.text()
    // Escaped as it is.
    const title = /<title>([^<]*)<\/title>/.exec(html ?? '')?.[1] ?? escapeHtml(pathname)
    links.unshift(`<li><a href="${escapeHtml(pathname + search)}">${title}</a></li>\n`)
  }
  const font = files.find((file) => file.endsWith('.woff2'))
  const typeface = (await caches.match(font ?? ''))
    ? `@font-face{font-family:Archivo;src:url("${font}");font-weight:400 900;font-stretch:62% 100%}`
    : ''
  const nonce = crypto.randomUUID()
  return new Response(offlinePage(links, { nonce, style: typeface + STYLE }), {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      // Only the style that is written in the page, the shop's typeface and images, and no script at all.
      'Content-Security-Policy': `default-src 'none'; style-src 'nonce-${nonce}'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  })
}

const offlinePage = (
  links: readonly string[],
  { nonce, style }: { nonce: string; style: string },
) => `<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>You are offline | ${escapeHtml(shop.brand)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>You are offline</h1>
<p>This page is not saved on this device, but your cart and wishlist are.</p>
<a href="">Try again</a>
${links.length === 0 ? '' : `<h2>Saved on this device</h2>\n<ul>\n${links.join('')}</ul>\n`}</main>
</body>
</html>
`

const ANY = /["'&<>]/
const EVERY = /["'&<>]/g
const ESCAPED: Readonly<Record<string, string>> = {
  '"': '&quot;',
  "'": '&#x27;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
}

/** For an element's text or an attribute in double quotes, as React writes both. */
function escapeHtml(text: string): string {
  return ANY.test(text) ? text.replace(EVERY, (character) => ESCAPED[character] ?? character) : text
}
