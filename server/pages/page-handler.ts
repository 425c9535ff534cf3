import type { Context } from 'hono'
import type { AppEnv } from '#server/api/router.ts'
import { isPrivatePath } from './private-path.ts'
import type { PageContext, PageRenderer } from './renderer.ts'
import { inlineScriptHashes, pagePolicy } from './security-headers.ts'

export function pageHandler(render: PageRenderer, pageContext: PageContext, options: { isDev: boolean }) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    if (context.req.method !== 'GET' && context.req.method !== 'HEAD') {
      return context.text('This address can only be read.', 405, { Allow: 'GET, HEAD' })
    }
    // The visitor's headers stay behind: a page is the same for everybody.
    const rendered = await render(
      new Request(context.req.url, { headers: { accept: 'text/html' } }),
      pageContext,
    )
    const location = rendered.headers.get('location')
    if (location !== null) return context.redirect(location, rendered.status as 302)
    const html = await rendered.text()
    const path = context.req.path
    if (rendered.status === 404) context.set('notFoundPath', path)
    return context.html(context.req.method === 'HEAD' ? '' : html, rendered.status as 200, {
      'Content-Security-Policy': pagePolicy(inlineScriptHashes(html), options),
      'Cache-Control':
        rendered.status === 200 && !isPrivatePath(path) ? 'public, max-age=0, s-maxage=60' : 'no-store',
      ...(path.startsWith('/payment/callback') ? { 'Referrer-Policy': 'no-referrer' } : {}),
    })
  }
}
