/** Messages from a page to the service worker. */
export type PageMessage =
  /** The data saver: null leaves it to the browser's own preference. */
  | { kind: 'data-saver'; choice: boolean | null }
  /** Cache this page too: it was opened before there was a worker. */
  | { kind: 'cache'; path: string }
  /** A member has signed out: what was viewed here is private to them. */
  | { kind: 'forget' }

/** On every cached response: when it arrived, as ISO time. */
export const CACHED_AT = 'X-Cached-At'
