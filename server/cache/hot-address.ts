import type { KeptAs } from './cached-route.ts'

export type HotAddresses = {
  /** Under what the answer to this is kept; undefined: the app has not said so yet. */
  find: (asked: Asked) => Hot | undefined
  /** The app has answered this with what it keeps under this key. */
  learn: (asked: Asked, keptAs: KeptAs) => void
}

/** The part of a request that decides which answer it gets, as it came over the wire. */
export type Asked = { host: string | undefined; address: string | undefined; variant: string }

export type Hot = Pick<KeptAs, 'key' | 'route'>

/** Longer ones are nobody's shared link. With it what is remembered stays under some 5 MB. */
const ADDRESS_MAX_CHARS = 400
const ADDRESSES_MAX = 5_000
/** A shop is known by few names; who makes some up is answered by the app, which refuses what is none. */
const HOSTS_MAX = 16
/** Each search is counted by the app (server/product/search-limit.ts), however it is answered. */
const COUNTED = 'search'
/** A name that may stand for another one; the app reads it. */
const ENCODED = /[%+]/

/**
 * Which addresses lead to which kept answers, learnt from the app's own answers, so that the two cannot disagree. What a
 * route does not read is left out first: a flood of `?x=1…n` finds what it looks for and leaves nothing behind. The
 * oldest go first: one that is in use is learnt again by its next request.
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

function splitAddress(address: string): { path: string; query: string } {
  const at = address.indexOf('?')
  return at === -1
    ? { path: address, query: '' }
    : { path: address.slice(0, at), query: address.slice(at + 1) }
}

/** The part of a query that a route reads, as it was written; undefined where only the app may say. */
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
