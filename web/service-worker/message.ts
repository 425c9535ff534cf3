/** What a page tells the service worker. */
export type PageMessage =
  /** The switch: null leaves it to what the browser asks for. */
  | { kind: 'light'; choice: boolean | null }
  /** Keep this page too: it was opened before there was a worker. */
  | { kind: 'keep'; path: string }
  /** Somebody has signed out: what was looked at here is nobody else's business. */
  | { kind: 'forget' }

/** On every kept answer: when it came, as ISO time. */
export const KEPT_AT = 'X-Kept-At'
