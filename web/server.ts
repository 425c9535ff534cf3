import { setImmediate } from 'node:timers/promises'
import { createStartHandler, defaultRenderHandler } from '@tanstack/react-start/server'
import { createServerEntry } from '@tanstack/react-start/server-entry'
import pLimit from 'p-limit'

const oneAtATime = pLimit(1)

/** Whole documents, not streams: a page is cached, and its inline scripts hashed, when it is finished. */
const fetch = createStartHandler(async (event) => {
  // Rendering occupies the process for milliseconds: between two pages other requests are served.
  await oneAtATime(() => setImmediate())
  return defaultRenderHandler(event)
})

export default createServerEntry({ fetch })
