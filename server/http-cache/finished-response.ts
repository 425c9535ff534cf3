import {
  COMPRESSED_FROM_BYTES,
  type Coding,
  chooseCoding,
  compress,
  etagIn,
  etagOf,
  isKnown,
} from '#server/http/coding.ts'

/** A response as it goes over the wire, compressed when it is first requested in a coding. */
export type FinishedResponse = {
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  /** Of the uncompressed bytes. */
  etag: string
  bytes: { identity: Buffer; br?: Buffer; gzip?: Buffer }
  compressing: Map<Coding, Promise<void>>
}

/** The part of a request that chooses among the forms of one response. */
export type RequestParts = {
  method: string
  acceptEncoding: string
  ifNoneMatch: string | undefined
}

export type Reply = { status: number; headers: Record<string, string>; body: Buffer | undefined }

/** Headers that belong to one response only. */
const OF_ONE_RESPONSE = ['content-length', 'x-request-id']

export async function finish(response: Response): Promise<FinishedResponse> {
  const identity = Buffer.from(await response.arrayBuffer())
  const headers = Object.fromEntries(response.headers)
  for (const name of OF_ONE_RESPONSE) delete headers[name]
  headers.vary ??= 'Accept-Encoding'
  return {
    status: response.status,
    headers,
    etag: etagOf(identity),
    bytes: { identity },
    compressing: new Map(),
  }
}

/** The coding in which a client gets this response: a short one is not worth compressing. */
export function codingOf({ bytes }: FinishedResponse, { acceptEncoding }: RequestParts): Coding {
  return bytes.identity.byteLength < COMPRESSED_FROM_BYTES ? 'identity' : chooseCoding(acceptEncoding)
}

/** Compresses it once for everybody who wants it in this coding, off the event loop. */
export async function encodeIn(response: FinishedResponse, coding: Coding): Promise<void> {
  if (coding === 'identity' || response.bytes[coding] !== undefined) return
  const running = response.compressing.get(coding) ?? encode(response, coding)
  response.compressing.set(coding, running)
  await running
}

async function encode({ bytes }: FinishedResponse, coding: 'br' | 'gzip'): Promise<void> {
  bytes[coding] = await compress(new Uint8Array(bytes.identity), coding)
}

/** An upper bound: the compressed forms of a text together take less than half of it, and may come later. */
export function sizeOf({ bytes }: FinishedResponse): number {
  return Math.ceil(bytes.identity.byteLength * 1.5)
}

/** Undefined if it must be compressed first. Without a body for HEAD, and for a client that has exactly this response. */
export function replyWith(response: FinishedResponse, parts: RequestParts, ageS: number): Reply | undefined {
  const coding = codingOf(response, parts)
  const body = response.bytes[coding]
  if (body === undefined) return undefined
  const etag = etagIn(coding, response.etag)
  const headers: Record<string, string> = { ...response.headers, etag, age: String(ageS) }
  if (coding !== 'identity') headers['content-encoding'] = coding
  if (response.status === 200 && isKnown(parts.ifNoneMatch, etag))
    return { status: 304, headers, body: undefined }
  headers['content-length'] = String(body.byteLength)
  return { status: response.status, headers, body: parts.method === 'HEAD' ? undefined : body }
}
