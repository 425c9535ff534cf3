/** Messages from a page to the service worker. */
export type PageMessage =
  /** The data-saving switch: null leaves it to the browser's own preference. */
  | { kind: 'light'; choice: boolean | null }
  /** Cache this page too: it was opened before there was a worker. */
  | { kind: 'keep'; path: string }
  /** A member has signed out: what was viewed here is private to them. */
  | { kind: 'forget' }

/** On every cached response: when it arrived, as ISO time. */
export const KEPT_AT = 'X-Kept-At'
