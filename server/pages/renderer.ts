import type { Asset } from './built.ts'
import type { PageVariant } from './variant.ts'

/** Renders one public page to a complete document. */
export type PageRenderer = (request: Request, context: PageContext) => Promise<Response>

export type PageContext = {
  /** Reaches the shop's own API without a socket. */
  apiFetch: (path: string, init?: RequestInit) => Promise<Response>
  publicUrl: string
  variant: PageVariant
}

export type Pages = { render: PageRenderer; assets: ReadonlyMap<string, Asset>; isDev: boolean }
