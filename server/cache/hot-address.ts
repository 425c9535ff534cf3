import type { KeptAs } from '#server/api/kept.ts'

export type HotAddresses = {
  /** The cache key of the response to this request; undefined if the app has not reported it yet. */
  find: (asked: Asked) => Hot | undefined
  /** Records that the app has answered this request with what it caches under this key. */
  learn: (asked: Asked, keptAs: KeptAs) => void
}

/** The part of a request that determines its response, as received. */
export type Asked = { host: string | undefined; address: string | undefined; variant: string }

export type Hot = Pick<KeptAs, 'key' | 'route'>

/** Longer URLs are not links that people share. This bounds what is remembered to about 5 MB. */
const ADDRESS_MAX_CHARS = 400
const ADDRESSES_MAX = 5_000
/** A shop has few host names; requests with made-up ones go to the app, which refuses invalid ones. */
const HOSTS_MAX = 16
/** The app counts each search (server/product/search-limit.ts), even a cached one. */
const COUNTED = 'search'
/** A parameter name that may be another one in encoded form; the app decodes it. */
const ENCODED = /[%+]/

/**
 * Maps URLs to cached responses, learned from the app's own responses, so that the two cannot disagree. Parameters that a
 * route does not read are stripped first: a flood of `?x=1…n` hits the cache and leaves nothing behind. The oldest are
 * evicted first: one that is in use is learned again with its next request.
 */
export function createHotAddresses(): HotAddresses {
  const parametersOf = new Map<string, ReadonlySet<string>>()
  const found = new Map<string, Hot>()
  const hosts = new Map<string, true>()
  return {
    find: ({ host = '', address = '', variant }) => {
      if (!hosts.has(host) || !isPlain(address)) return undefined
      const { path, query } = splitAddress(address)
      if (query === '') return found.get(variant + path)
      const parameters = parametersOf.get(path)
      const read = parameters && whatIsRead(query, parameters)
      return read === undefined ? undefined : found.get(variant + path + read)
    },
    learn: ({ host = '', address = '', variant }, { key, route, parameters }) => {
      if (host === '' || !isPlain(address)) return
      const { path, query } = splitAddress(address)
      if (isReadAsAnother(path)) return
      const read = whatIsRead(query, parameters)
      if (read === undefined) return
      keepNewest(hosts, host, true, HOSTS_MAX)
      keepNewest(parametersOf, path, parameters, ADDRESSES_MAX)
      keepNewest(found, variant + path + read, { key, route }, ADDRESSES_MAX)
    },
  }
}

function isPlain(address: string): boolean {
  return address.startsWith('/') && address.length <= ADDRESS_MAX_CHARS && !address.includes('#')
}

/**
 * The app reads `/assets/../products` as `/products`. By what it seems to be, it would get the headers of a file, and as they are
 * kept with the response, everybody else would too.
 */
function isReadAsAnother(path: string): boolean {
  return new URL(`http://shop${path}`).pathname !== path
}

function splitAddress(address: string): { path: string; query: string } {
  const at = address.indexOf('?')
  return at === -1
    ? { path: address, query: '' }
    : { path: address.slice(0, at), query: address.slice(at + 1) }
}

/** The part of a query that a route reads, as written; undefined if only the app can tell. */
function whatIsRead(query: string, parameters: ReadonlySet<string>): string | undefined {
  let read = ''
  for (const pair of query.split('&')) {
    const at = pair.indexOf('=')
    const name = at === -1 ? pair : pair.slice(0, at)
    if (name === COUNTED || ENCODED.test(name)) return undefined
    if (parameters.has(name)) read += `${read === '' ? '?' : '&'}${pair}`
  }
  return read
}

function keepNewest<Value>(map: Map<string, Value>, key: string, value: Value, max: number): void {
  map.set(key, value)
  if (map.size <= max) return
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}
