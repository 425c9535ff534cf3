import type { Asset } from './built.ts'
import type { PageVariant } from './variant.ts'

/** Renders one page to a complete document. */
export type PageRenderer = (request: Request, context: PageContext) => Promise<RenderedPage>

export type PageContext = {
  /** Reaches the shop's own API without a socket. */
  apiFetch: (path: string, init?: RequestInit) => Promise<Response>
  publicUrl: string
  variant: PageVariant
}

/** A text, not a Response: through its stream and back, a listing would cost a fifth of its rendering once more. */
export type RenderedPage = {
  status: number
  html: string
  /** Where to go instead. */
  location?: string
}

/** What the bundle of `web/server.ts` gives. */
export type ServerBundle = { default: { render: PageRenderer } }

export type Pages = { render: PageRenderer; assets: ReadonlyMap<string, Asset>; isDev: boolean }
