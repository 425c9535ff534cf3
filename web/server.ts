import { setImmediate } from 'node:timers/promises'
import { getSsrStatus, RouterServer, transformHtmlStringWithRouter } from '@tanstack/react-router/ssr/server'
import { createStartHandler } from '@tanstack/react-start/server'
import pLimit from 'p-limit'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { withAnswers } from './data/carried-answers.ts'
import { requestContext } from './data/request-context.ts'

const oneAtATime = pLimit(1)

const documents = new WeakMap<Request, string[]>()

/**
 * Renders whole documents, not streams: a page is cached, and its inline scripts hashed, when it is finished. Its text
 * bypasses the response, whose body would be a stream, encoded only to be decoded again.
 */
const handle = createStartHandler(async ({ request, router, responseHeaders }) => {
  const { queryClient } = router.options.context
  try {
    // Rendering occupies the process for milliseconds: between two pages everything else has its turn.
    await oneAtATime(() => setImmediate())
    const html = renderToString(createElement(RouterServer, { router }))
    const document = await transformHtmlStringWithRouter(router, html)
    documents.set(request, withAnswers(document, queryClient, requestContext().jsonOf))
    return new Response(null, { status: getSsrStatus(router), headers: responseHeaders })
  } finally {
    // The router, and what it refers to, stays until V8's next full collection: not so what the page shows.
    queryClient.clear()
  }
})

export default {
  async render(request: Request, context: object) {
    const { status, headers } = await handle(request, { context })
    const location = headers.get('location')
    return {
      status,
      // Given away once: what a WeakMap holds, or a promise that waited for its turn, V8 keeps until its next full collection.
      takeHtml: () => {
        const html = documents.get(request) ?? []
        documents.delete(request)
        return html
      },
      ...(location === null ? {} : { location }),
    }
  },
}
