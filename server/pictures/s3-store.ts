import type { PictureStore } from './picture-store.ts'
import { type S3Credentials, signS3 } from './s3-signature.ts'

/** A bucket of Amazon S3 or of any store that speaks its language, by path: `url/bucket/key`. */
export type S3Bucket = S3Credentials & { url: string; bucket: string }

/** The message is for the owner as it stands. */
export class S3Error extends Error {}

const NO_BUCKET = 'The picture store at PICTURES_S3_URL has no bucket of the name in PICTURES_S3_BUCKET.'
const NO_ANSWER = 'The picture store at PICTURES_S3_URL does not answer.'

const ANSWER_MS = 10_000
const TRIES = 3
const FIRST_WAIT_MS = 100
/** An error's code is in the first lines of its XML. */
const ERROR_CODE = /<Code>(\w+)<\/Code>/

export function createS3Store(
  bucket: S3Bucket,
  { now = () => new Date(), waitMs = FIRST_WAIT_MS }: { now?: () => Date; waitMs?: number } = {},
): PictureStore {
  const base = `${bucket.url}/${encodeURIComponent(bucket.bucket)}`

  async function once(method: string, path: string, body: Uint8Array): Promise<Response> {
    const url = new URL(`${base}${path}`)
    const headers = signS3({ method, url, headers: {}, body }, bucket, now())
    const response = await fetch(url, {
      method,
      headers,
      ...(method === 'PUT' ? { body: new Uint8Array(body) } : {}),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    if (response.ok || response.status === 404) return response
    const code = ERROR_CODE.exec(await response.text())?.[1] ?? ''
    throw new S3Error(
      `The picture store at PICTURES_S3_URL refuses ${method}: ${response.status} ${code}`.trim(),
    )
  }

  /** All that is asked may be asked again: a name stands for its content. */
  async function ask(method: string, path: string, body: Uint8Array = new Uint8Array()): Promise<Response> {
    for (let tried = 1; ; tried++) {
      try {
        return await once(method, path, body)
      } catch (error) {
        if (tried === TRIES) throw error instanceof S3Error ? error : new S3Error(NO_ANSWER, { cause: error })
        await new Promise((resume) => setTimeout(resume, waitMs * 2 ** tried))
      }
    }
  }

  return {
    read: async (key) => {
      const response = await ask('GET', `/${key}`)
      return response.status === 404 ? absent(response) : new Uint8Array(await response.arrayBuffer())
    },
    has: async (key) => (await ask('HEAD', `/${key}`)).ok,
    write: async (key, bytes) => {
      const response = await ask('PUT', `/${key}`, bytes)
      if (response.status === 404) throw new S3Error(NO_BUCKET)
      await response.body?.cancel()
    },
    list: async (folder) => {
      const names: string[] = []
      const prefix = `${folder}/`
      let next: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix })
        if (next !== undefined) query.set('continuation-token', next)
        const response = await ask('GET', `/?${query}`)
        if (response.status === 404) throw new S3Error(NO_BUCKET)
        const xml = await response.text()
        for (const [, key = ''] of xml.matchAll(/<Key>([^<]+)<\/Key>/g)) names.push(key.slice(prefix.length))
        next = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(xml)?.[1]
      } while (next !== undefined)
      return names
    },
  }
}

async function absent(response: Response): Promise<undefined> {
  const code = ERROR_CODE.exec(await response.text())?.[1]
  if (code === 'NoSuchBucket') throw new S3Error(NO_BUCKET)
}
