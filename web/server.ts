import { setImmediate } from 'node:timers/promises'
import { RouterServer, renderSsrHtmlResponse } from '@tanstack/react-router/ssr/server'
import { createStartHandler } from '@tanstack/react-start/server'
import { createServerEntry } from '@tanstack/react-start/server-entry'
import pLimit from 'p-limit'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'

const oneAtATime = pLimit(1)

/**
 * Whole documents, not streams: a page is cached, and its inline scripts hashed, when it is finished. What fails while
 * rendering rejects, and the server logs it and answers.
 */
const fetch = createStartHandler(async ({ router, responseHeaders }) => {
  // Rendering occupies the process for milliseconds: between two pages other requests are served.
  await oneAtATime(() => setImmediate())
  const html = renderToString(createElement(RouterServer, { router }))
  return renderSsrHtmlResponse({ router, responseHeaders, render: () => html })
})

export default createServerEntry({ fetch })
