import { type Bytes, COMPRESSED_FROM_BYTES, type Coding, encode } from './coding.ts'
import { etagIn, etagOf } from './etag.ts'

type AnswerHeaders = Readonly<Record<string, string>>

export type Coded = {
  bytes: Bytes
  etag: string
  /** The response's own headers and those of this coding, with lower-case names: for clients that already have it … */
  headers: AnswerHeaders
  /** … and, with the length, before a body. */
  bodyHeaders: AnswerHeaders
}

/** `name`: the strong validator of these bytes, if it is known. */
export function storeAnswer(
  identity: Bytes,
  { status, headers, name = etagOf(identity) }: { status: number; headers: AnswerHeaders; name?: string },
): StoredAnswer {
  return new StoredAnswer(new Body(identity, name), status, headers)
}

/**
 * A finished response as it goes over the wire: computed once, sent to everybody. A cache holds thousands of them, so each
 * has few objects.
 */
export class StoredAnswer {
  readonly status: number
  readonly headers: AnswerHeaders
  readonly #body: Body
  readonly #coded: Partial<Record<Coding, Coded>> = {}

  constructor(body: Body, status: number, headers: AnswerHeaders) {
    this.#body = body
    this.status = status
    this.headers = headers
  }

  /** Names its bytes: the strong validator of the uncompressed response. */
  get name(): string {
    return this.#body.name
  }

  /** The uncompressed response. */
  text(): string {
    return this.#body.text()
  }

  /** The response in this coding; compressed when it is first requested, off the event loop. */
  async in(wanted: Coding): Promise<Coded> {
    const coding = this.#body.codingFor(wanted)
    return this.#with(coding, this.#body.readyIn(coding) ?? (await this.#body.compressedIn(coding)))
  }

  /** The same, if it is available immediately. */
  readyIn(wanted: Coding): Coded | undefined {
    const coding = this.#body.codingFor(wanted)
    const bytes = this.#body.readyIn(coding)
    return bytes && this.#with(coding, bytes)
  }

  /** The codings in which it was requested so far, but for the uncompressed one. */
  codings(): Coding[] {
    return this.#body.codings()
  }

  /** The bytes held so far, over all codings. */
  size(): number {
    return this.#body.size
  }

  /** The same bytes with other headers, keeping the compressed forms. */
  renewed(headers: AnswerHeaders): StoredAnswer {
    return new StoredAnswer(this.#body, this.status, headers)
  }

  #with(coding: Coding, bytes: Bytes): Coded {
    const known = this.#coded[coding]
    if (known !== undefined) return known
    const etag = etagIn(coding, this.name)
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(this.headers)) headers[name.toLowerCase()] = value
    if (coding !== 'identity') headers['content-encoding'] = coding
    headers.etag = etag
    const bodyHeaders = { ...headers, 'content-length': String(bytes.byteLength) }
    const made = { bytes, etag, headers, bodyHeaders }
    this.#coded[coding] = made
    return made
  }
}

/** The bytes of a response in each coding, compressed once for any headers. */
class Body {
  /** Over all codings, in bytes. */
  size: number
  readonly name: string
  readonly #identity: Buffer<ArrayBuffer>
  /** Created with the first: a response may be gone before anybody requests it compressed. */
  #compressing: Map<Coding, Promise<Bytes>> | undefined
  readonly #compressed: Partial<Record<Coding, Bytes>> = {}

  constructor(identity: Bytes, name: string) {
    this.#identity = sendable(identity)
    this.size = identity.byteLength
    this.name = name
  }

  text(): string {
    return this.#identity.toString()
  }

  codingFor(wanted: Coding): Coding {
    return this.#identity.byteLength < COMPRESSED_FROM_BYTES ? 'identity' : wanted
  }

  readyIn(coding: Coding): Bytes | undefined {
    return coding === 'identity' ? this.#identity : this.#compressed[coding]
  }

  compressedIn(coding: Coding): Promise<Bytes> {
    this.#compressing ??= new Map()
    const made = this.#compressing.get(coding) ?? this.#compress(coding)
    this.#compressing.set(coding, made)
    return made
  }

  codings(): Coding[] {
    return [...(this.#compressing?.keys() ?? [])]
  }

  async #compress(coding: Coding): Promise<Bytes> {
    const bytes = sendable(await encode(this.#identity, coding))
    this.size += bytes.byteLength
    this.#compressed[coding] = bytes
    return bytes
  }
}

/** Node would wrap anything but a Buffer again on every send. */
function sendable(bytes: Bytes): Buffer<ArrayBuffer> {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
