import { getSsrStatus, RouterServer, transformHtmlStringWithRouter } from '@tanstack/react-router/ssr/server'
import { createStartHandler } from '@tanstack/react-start/server'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'

const documents = new WeakMap<Request, string>()

/**
 * Renders whole documents, not streams: a page is cached, and its inline scripts hashed, as a finished string. The string
 * bypasses the response, whose body would be a stream, encoded only to be decoded again.
 */
const handle = createStartHandler(async ({ request, router, responseHeaders }) => {
  const html = renderToString(createElement(RouterServer, { router }))
  documents.set(request, await transformHtmlStringWithRouter(router, html))
  return new Response(null, { status: getSsrStatus(router), headers: responseHeaders })
})

export default {
  async render(request: Request, context: object) {
    const { status, headers } = await handle(request, { context })
    const location = headers.get('location')
    const html = documents.get(request) ?? ''
    // V8 takes the values of an old WeakMap to be in use until its next full collection, whether or not their keys are.
    documents.delete(request)
    return { status, html, ...(location === null ? {} : { location }) }
  },
}
