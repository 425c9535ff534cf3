import { type Bytes, COMPRESSED_FROM_BYTES, type Coding, encode } from './coding.ts'
import { etagIn, etagOf } from './etag.ts'

/** A finished response as it goes over the wire: computed once, sent to everybody. */
export type StoredAnswer = {
  status: number
  headers: Readonly<Record<string, string>>
  /** The response in this coding; compressed when it is first requested, off the event loop. */
  in: (coding: Coding) => Promise<Coded>
  /** The same, if it is available immediately. */
  readyIn: (coding: Coding) => Coded | undefined
  /** The codings requested so far. */
  codings: () => Coding[]
  /** The bytes held so far, over all codings. */
  size: () => number
  /** Names its bytes: the strong validator of the uncompressed response. */
  name: string
  /** The same bytes with other headers, keeping the compressed forms. */
  renewed: (headers: StoredAnswer['headers']) => StoredAnswer
}

export type Coded = {
  bytes: Bytes
  etag: string
  coding: Coding
  /** The response's own headers and those of this coding, with lower-case names: for clients that already have it … */
  headers: Readonly<Record<string, string>>
  /** … and, with the length, before a body. */
  bodyHeaders: Readonly<Record<string, string>>
}

/** The bytes of a response in each coding, compressed once for any headers. */
type Body = {
  name: string
  in: (coding: Coding) => Promise<Bytes>
  readyIn: (coding: Coding) => Bytes | undefined
  codings: () => Coding[]
  size: () => number
}

function storeBody(identity: Bytes): Body {
  const asked = new Map<Coding, Promise<Bytes>>()
  const ready = new Map<Coding, Bytes>()
  let size = identity.byteLength
  // Node would wrap anything but a Buffer again on every send.
  const keep = (coding: Coding, bytes: Bytes): Bytes => {
    const wrapped = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    ready.set(coding, wrapped)
    return wrapped
  }
  const compress = async (coding: Coding): Promise<Bytes> => {
    const bytes = await encode(identity, coding)
    size += bytes.byteLength
    return keep(coding, bytes)
  }
  keep('identity', identity)
  return {
    name: etagOf(identity),
    size: () => size,
    codings: () => [...asked.keys()],
    readyIn: (coding) => ready.get(coding),
    in: (coding) => {
      const here = ready.get(coding)
      const made = asked.get(coding) ?? (here === undefined ? compress(coding) : Promise.resolve(here))
      asked.set(coding, made)
      return made
    },
  }
}

export function storeAnswer(
  identity: Bytes,
  { status, headers }: Pick<StoredAnswer, 'status' | 'headers'>,
): StoredAnswer {
  const isSmall = identity.byteLength < COMPRESSED_FROM_BYTES
  return answerOf(storeBody(identity), isSmall, { status, headers })
}

function answerOf(
  body: Body,
  isSmall: boolean,
  { status, headers }: Pick<StoredAnswer, 'status' | 'headers'>,
): StoredAnswer {
  const own = Object.fromEntries(
    Object.entries(headers).map(([header, value]) => [header.toLowerCase(), value]),
  )
  const coded = new Map<Coding, Coded>()
  const withHeaders = (coding: Coding, bytes: Bytes): Coded => {
    const known = coded.get(coding)
    if (known !== undefined) return known
    const etag = etagIn(coding, body.name)
    const encoding = coding === 'identity' ? {} : { 'content-encoding': coding }
    const codedHeaders = { ...own, ...encoding, etag }
    const bodyHeaders = { ...codedHeaders, 'content-length': String(bytes.byteLength) }
    const made = { bytes, etag, coding, headers: codedHeaders, bodyHeaders }
    coded.set(coding, made)
    return made
  }
  const sent = (wanted: Coding) => (isSmall ? 'identity' : wanted)
  return {
    status,
    headers,
    name: body.name,
    size: body.size,
    codings: body.codings,
    readyIn: (wanted) => {
      const coding = sent(wanted)
      const bytes = body.readyIn(coding)
      return bytes && withHeaders(coding, bytes)
    },
    in: async (wanted) => {
      const coding = sent(wanted)
      return withHeaders(coding, await body.in(coding))
    },
    renewed: (changed) => answerOf(body, isSmall, { status, headers: changed }),
  }
}
