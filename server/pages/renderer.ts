import type { PageVariant } from '#server/cache/page-variant.ts'
import type { Asset } from './built.ts'

/** Renders one page to a complete document. */
export type PageRenderer = (request: Request, context: PageContext) => Promise<RenderedPage>

/** What is read of a response. Its value may be shared: it is not changed. */
export type ApiAnswer = Pick<Response, 'ok' | 'status' | 'json'> & { headers: Pick<Headers, 'get'> }

export type PageContext = {
  /** Calls the shop's own API in process, without a socket. */
  apiFetch: (path: string, init?: RequestInit) => Promise<ApiAnswer>
  /** The JSON that a value of an answer was read from, or is written as, if it is at hand: a page carries it to the browser. */
  jsonOf: (value: unknown) => string | undefined
  publicUrl: string
  variant: PageVariant
}

/** Not a Response: passing a listing through a stream and back would add a fifth to its rendering time. */
export type RenderedPage = {
  status: number
  /** Gives away the document in parts, the first with its head and the last with its scripts. It may contain stand-ins. */
  takeHtml: () => readonly string[]
  /** The target of a redirect. */
  location?: string
}

/** The exports of the `web/server.ts` bundle. */
export type ServerBundle = { default: { render: PageRenderer } }

export type Pages = { render: PageRenderer; assets: ReadonlyMap<string, Asset>; isDev: boolean }
