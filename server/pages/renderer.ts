import type { Asset } from './built.ts'

/** Renders one page to a complete document. */
export type PageRenderer = (request: Request, context: PageContext) => Promise<RenderedPage>

export type PageContext = {
  /** Calls the shop's own API in process, without a socket. */
  apiFetch: (path: string, init?: RequestInit) => Promise<Response>
  publicUrl: string
  variant: 'full' | 'light'
}

/** Not a Response: passing a listing through a stream and back would add a fifth to its rendering time. */
export type RenderedPage = {
  status: number
  /** Gives away the document in parts, the first with its head and the last with its scripts. */
  takeHtml: () => readonly string[]
  /** The target of a redirect. */
  location?: string
}

/** The exports of the `web/server.ts` bundle. */
export type ServerBundle = { default: { render: PageRenderer } }

export type Pages = { render: PageRenderer; assets: ReadonlyMap<string, Asset>; isDev: boolean }
