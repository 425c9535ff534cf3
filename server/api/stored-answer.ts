import { type Bytes, COMPRESSED_FROM_BYTES, type Coding, encode } from './coding.ts'
import { etagIn, etagOf } from './etag.ts'

type AnswerHeaders = Readonly<Record<string, string>>

/** A body, to be sent one piece after the other: in several if one of them is shared with other responses. */
export type Pieces = readonly Bytes[]

export type Coded = {
  pieces: Pieces
  etag: string
  /** The response's own headers and those of this coding, with lower-case names: for clients that already have it … */
  headers: AnswerHeaders
  /** … and, with the length, before a body. */
  bodyHeaders: AnswerHeaders
}

/** `name`: the strong validator of all pieces together, if it is known. */
export function storeAnswer(
  identity: Bytes | Pieces,
  { status, headers, name }: { status: number; headers: AnswerHeaders; name?: string },
): StoredAnswer {
  const pieces = (identity instanceof Uint8Array ? [identity] : identity).map(sendable)
  return new StoredAnswer(new Body(pieces, name ?? etagOf(whole(pieces))), status, headers)
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
    const pieces = this.#body.readyIn(coding)
    return pieces && this.#with(coding, pieces)
  }

  /** The codings in which it was requested so far, but for the uncompressed one. */
  codings(): Coding[] {
    return this.#body.codings()
  }

  /** The bytes held so far, over all codings, with those of shared pieces. */
  size(): number {
    return this.#body.size
  }

  /** The same bytes with other headers, keeping the compressed forms. */
  renewed(headers: AnswerHeaders): StoredAnswer {
    return new StoredAnswer(this.#body, this.status, headers)
  }

  #with(coding: Coding, pieces: Pieces): Coded {
    const known = this.#coded[coding]
    if (known !== undefined) return known
    const etag = etagIn(coding, this.name)
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(this.headers)) headers[name.toLowerCase()] = value
    if (coding !== 'identity') headers['content-encoding'] = coding
    headers.etag = etag
    const bodyHeaders = { ...headers, 'content-length': String(lengthOf(pieces)) }
    const made = { pieces, etag, headers, bodyHeaders }
    this.#coded[coding] = made
    return made
  }
}

const lengthOf = (pieces: Pieces) => pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)

function whole(pieces: readonly Buffer<ArrayBuffer>[]): Buffer<ArrayBuffer> {
  const [first, ...others] = pieces
  return first !== undefined && others.length === 0 ? first : Buffer.concat(pieces)
}

/** The bytes of a response in each coding, compressed once for any headers. */
class Body {
  /** Over all codings, in bytes. */
  size: number
  readonly name: string
  readonly #identity: readonly Buffer<ArrayBuffer>[]
  readonly #isShort: boolean
  /** Created with the first: a response may be gone before anybody requests it compressed. */
  #compressing: Map<Coding, Promise<Pieces>> | undefined
  readonly #compressed: Partial<Record<Coding, Pieces>> = {}

  constructor(identity: readonly Buffer<ArrayBuffer>[], name: string) {
    this.#identity = identity
    this.size = lengthOf(identity)
    this.#isShort = this.size < COMPRESSED_FROM_BYTES
    this.name = name
  }

  text(): string {
    return whole(this.#identity).toString()
  }

  codingFor(wanted: Coding): Coding {
    return this.#isShort ? 'identity' : wanted
  }

  readyIn(coding: Coding): Pieces | undefined {
    return coding === 'identity' ? this.#identity : this.#compressed[coding]
  }

  compressedIn(coding: Coding): Promise<Pieces> {
    this.#compressing ??= new Map()
    const made = this.#compressing.get(coding) ?? this.#compress(coding)
    this.#compressing.set(coding, made)
    return made
  }

  codings(): Coding[] {
    return [...(this.#compressing?.keys() ?? [])]
  }

  async #compress(coding: Coding): Promise<Pieces> {
    const bytes = sendable(await encode(whole(this.#identity), coding))
    this.size += bytes.byteLength
    const pieces = [bytes]
    this.#compressed[coding] = pieces
    return pieces
  }
}

/** Node would wrap anything but a Buffer again on every send. */
function sendable(bytes: Bytes): Buffer<ArrayBuffer> {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
