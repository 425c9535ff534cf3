import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { Bytes } from '#server/http/coding.ts'
import { createFolderStore, type PictureStore } from './picture-store.ts'

/** A bucket of Amazon S3 or a compatible store, with path-style URLs: `url/bucket/key`. */
export type S3Bucket = { url: string; bucket: string; keyId: string; secret: string; region: string }

/** The message is meant for the owner as it is. */
export class S3Error extends Error {
  override name = 'S3Error'
}

const NO_BUCKET = 'The picture store at PICTURES_S3_URL has no bucket of the name in PICTURES_S3_BUCKET.'
const NO_RESPONSE = 'The picture store at PICTURES_S3_URL does not answer.'

/** The longest silence: before a response begins, and between its parts. */
const RESPONSE_MS = 10_000
/** What is sent may take longer, on a line of 400 kbit/s: how much has arrived is not known until the response. */
const SENT_BYTES_PER_MS = 50
const TRIES = 3
const FIRST_WAIT_MS = 100
/** The error code in an XML response. */
const ERROR_CODE = /<Code>(\w+)<\/Code>/

/** A complete response: a truncated body rejects. */
type StoreResponse = { status: number; body: Bytes }

type S3Options = { waitMs?: number; responseMs?: number }

export function createS3Store(
  bucket: S3Bucket,
  { waitMs = FIRST_WAIT_MS, responseMs = RESPONSE_MS }: S3Options = {},
): PictureStore {
  const base = `${bucket.url}/${encodeURIComponent(bucket.bucket)}`

  async function once(method: string, path: string, body: Uint8Array): Promise<StoreResponse> {
    const { url, headers } = await signed(method, `${base}${path}`, body)
    const silent = new AbortController()
    const silence = new DOMException('The picture store is silent', 'TimeoutError')
    let timer = setTimeout(() => silent.abort(silence), responseMs + body.length / SENT_BYTES_PER_MS)
    const onPart = () => {
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(silence), responseMs)
    }
    try {
      const response = await fetch(url, {
        method,
        headers,
        ...(method === 'PUT' ? { body: new Uint8Array(body) } : {}),
        // Another URL needs another signature; the redirect itself says what is wrong with ours.
        redirect: 'manual',
        signal: silent.signal,
      })
      return accepted(method, { status: response.status, body: await readParts(response, onPart) })
    } finally {
      clearTimeout(timer)
    }
  }

  /** The store rejects a signature whose time differs from its own by more than 15 minutes. */
  function signed(method: string, url: string, body: Uint8Array) {
    const { keyId: accessKeyId, secret: secretAccessKey, region } = bucket
    // With the body's hash in it, the signature also covers what is stored.
    const headers = { 'x-amz-content-sha256': createHash('sha256').update(body).digest('hex') }
    return new AwsV4Signer({
      method,
      url,
      headers,
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    }).sign()
  }

  function accepted(method: string, response: StoreResponse): StoreResponse {
    if ((response.status >= 200 && response.status < 300) || response.status === 404) return response
    throw new S3Error(
      `The picture store at PICTURES_S3_URL refuses ${method}: ${response.status} ${codeIn(response)}`.trim(),
    )
  }

  /** Retries: all requests are idempotent, since names are content-addressed. A timeout is not retried. */
  async function request(
    method: string,
    path: string,
    body: Uint8Array = new Uint8Array(),
  ): Promise<StoreResponse> {
    for (let tried = 1; ; tried++) {
      try {
        return await once(method, path, body)
      } catch (error) {
        if (tried === TRIES || isSilence(error)) {
          throw error instanceof S3Error ? error : new S3Error(NO_RESPONSE, { cause: error })
        }
        await new Promise((resume) => setTimeout(resume, waitMs * 2 ** tried))
      }
    }
  }

  return {
    read: async (key) => {
      const response = await request('GET', `/${key}`)
      if (response.status !== 404) return response.body
      if (codeIn(response) === 'NoSuchBucket') throw new S3Error(NO_BUCKET)
      return undefined
    },
    has: async (key) => (await request('HEAD', `/${key}`)).status !== 404,
    write: async (key, bytes) => {
      const { status } = await request('PUT', `/${key}`, bytes)
      if (status === 404) throw new S3Error(NO_BUCKET)
    },
    list: async (folder) => {
      const names: string[] = []
      const prefix = `${folder}/`
      let next: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix })
        if (next !== undefined) query.set('continuation-token', next)
        const response = await request('GET', `/?${query}`)
        if (response.status === 404) throw new S3Error(NO_BUCKET)
        const xml = textOf(response)
        for (const [, key = ''] of xml.matchAll(/<Key>([^<]+)<\/Key>/g)) names.push(key.slice(prefix.length))
        next = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(xml)?.[1]
      } while (next !== undefined)
      return names
    },
  }
}

async function readParts(response: Response, onPart: () => void): Promise<Bytes> {
  const parts: Uint8Array[] = []
  onPart()
  for await (const part of response.body ?? []) {
    onPart()
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

const textOf = ({ body }: StoreResponse) => new TextDecoder().decode(body)
const codeIn = (response: StoreResponse) => ERROR_CODE.exec(textOf(response))?.[1] ?? ''

function isSilence(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError'
}

/** Opens the bucket if one is configured, otherwise the folder. */
export function openPictureStore(folder: string, bucket: S3Bucket | undefined): PictureStore {
  return bucket === undefined ? createFolderStore(folder) : createS3Store(bucket)
}
