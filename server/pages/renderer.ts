/** Renders one public page to a complete document. `apiFetch` reaches the shop's own API without a socket. */
export type PageRenderer = (request: Request, context: PageContext) => Promise<Response>

export type PageContext = {
  apiFetch: (path: string, init?: RequestInit) => Promise<Response>
  publicUrl: string
}
