import { createStartHandler, defaultRenderHandler } from '@tanstack/react-start/server'
import { createServerEntry } from '@tanstack/react-start/server-entry'

/** Renders whole documents, not streams: a page is cached and its inline scripts hashed as a finished text. */
export default createServerEntry({ fetch: createStartHandler(defaultRenderHandler) })
