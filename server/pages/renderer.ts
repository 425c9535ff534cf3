import type { Asset } from './built.ts'

/** Renders one page to a complete document. */
export type PageRenderer = (request: Request, context: PageContext) => Promise<Response>

export type PageContext = {
  /** Calls the shop's own API in process, without a socket. */
  apiFetch: (path: string, init?: RequestInit) => Promise<Response>
  publicUrl: string
  variant: 'full' | 'data-saver'
}

/** The exports of the `web/server.ts` bundle. */
export type ServerBundle = {
  default: { fetch: (request: Request, options: { context: PageContext }) => Response | Promise<Response> }
}

export type Pages = { render: PageRenderer; assets: ReadonlyMap<string, Asset>; isDev: boolean }
