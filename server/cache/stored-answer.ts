import { type Bytes, type Coding, encode } from '#server/api/coding.ts'
import { etagOf } from '#server/api/etag.ts'

/** A finished answer as it goes over the wire: computed once, sent to everybody. */
export type StoredAnswer = {
  status: number
  headers: Readonly<Record<string, string>>
  /** The same answer in the coding asked for; compressed the first time that somebody wants it, away from the event loop. */
  in: (coding: Coding) => Promise<Coded>
  /** What has been kept of it so far, in bytes. */
  size: () => number
}

export type Coded = { bytes: Bytes; etag: string; coding: Coding }

/** A smaller answer fits one packet as it is. */
const COMPRESSED_FROM = 1_024

export function storeAnswer(
  identity: Bytes,
  { status, headers }: Pick<StoredAnswer, 'status' | 'headers'>,
): StoredAnswer {
  const name = etagOf(identity)
  const codings = new Map<Coding, Promise<Coded>>()
  let size = identity.byteLength
  const compress = async (coding: Coding): Promise<Coded> => {
    const bytes = await encode(identity, coding)
    size += bytes.byteLength
    // Strong names are of these very bytes: each coding has its own.
    return { bytes, etag: `${name.slice(0, -1)}-${coding}"`, coding }
  }
  return {
    status,
    headers,
    size: () => size,
    in: (wanted) => {
      const coding = identity.byteLength < COMPRESSED_FROM ? 'identity' : wanted
      let coded = codings.get(coding)
      if (coded === undefined) {
        coded =
          coding === 'identity' ? Promise.resolve({ bytes: identity, etag: name, coding }) : compress(coding)
        codings.set(coding, coded)
      }
      return coded
    },
  }
}
