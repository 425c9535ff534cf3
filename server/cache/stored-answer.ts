import { type Bytes, type Coding, encode } from '#server/api/coding.ts'
import { etagOf } from '#server/api/etag.ts'

/** A finished answer as it goes over the wire: computed once, sent to everybody. */
export type StoredAnswer = {
  status: number
  headers: Readonly<Record<string, string>>
  /** The same answer in the coding asked for; compressed the first time that somebody wants it, away from the event loop. */
  in: (coding: Coding) => Promise<Coded>
  /** The same, if nobody need wait for it. */
  readyIn: (coding: Coding) => Coded | undefined
  /** In what it has been asked for so far. */
  codings: () => Coding[]
  /** What has been kept of it so far, in bytes. */
  size: () => number
}

export type Coded = {
  bytes: Bytes
  etag: string
  coding: Coding
  /** The answer's own and those of this coding, with lower-case names: sent to who has it already … */
  headers: Readonly<Record<string, string>>
  /** … and, with the length, before a body. */
  bodyHeaders: Readonly<Record<string, string>>
}

/** A smaller answer fits one packet as it is. */
const COMPRESSED_FROM = 1_024

export function storeAnswer(
  identity: Bytes,
  { status, headers }: Pick<StoredAnswer, 'status' | 'headers'>,
): StoredAnswer {
  const name = etagOf(identity)
  const own = Object.fromEntries(
    Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value]),
  )
  const coded = new Map<Coding, Promise<Coded>>()
  const ready = new Map<Coding, Coded>()
  let size = identity.byteLength
  const keep = (coding: Coding, bytes: Bytes): Coded => {
    // Strong names are of these very bytes: each coding has its own.
    const etag = coding === 'identity' ? name : `${name.slice(0, -1)}-${coding}"`
    const encoding = coding === 'identity' ? {} : { 'content-encoding': coding }
    const headers = { ...own, ...encoding, etag }
    const bodyHeaders = { ...headers, 'content-length': String(bytes.byteLength) }
    // Node would wrap other bytes anew each time that they are sent.
    const made = {
      bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      etag,
      coding,
      headers,
      bodyHeaders,
    }
    ready.set(coding, made)
    return made
  }
  const compress = async (coding: Coding): Promise<Coded> => {
    const bytes = await encode(identity, coding)
    size += bytes.byteLength
    return keep(coding, bytes)
  }
  keep('identity', identity)
  const sent = (wanted: Coding) => (identity.byteLength < COMPRESSED_FROM ? 'identity' : wanted)
  return {
    status,
    headers,
    size: () => size,
    codings: () => [...coded.keys()],
    readyIn: (wanted) => ready.get(sent(wanted)),
    in: (wanted) => {
      const coding = sent(wanted)
      const here = ready.get(coding)
      const made = coded.get(coding) ?? (here === undefined ? compress(coding) : Promise.resolve(here))
      coded.set(coding, made)
      return made
    },
  }
}
