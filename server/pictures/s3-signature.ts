import { createHash, createHmac } from 'node:crypto'

export type S3Credentials = { keyId: string; secret: string; region: string }

export type S3Request = {
  method: string
  url: URL
  /** Sent unchanged; all of them are signed. */
  headers: Record<string, string>
  body: Uint8Array | string
}

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Uint8Array | string, data: string) => createHmac('sha256', key).update(data).digest()

/**
 * The headers that authenticate a request to an S3-compatible store: AWS Signature Version 4 over method, URL, headers and
 * body. The store rejects a signature whose time differs from its own by more than 15 minutes.
 */
export function signS3(request: S3Request, credentials: S3Credentials, now: Date): Record<string, string> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const scope = `${time.slice(0, 8)}/${credentials.region}/s3/aws4_request`
  const headers: Record<string, string> = {
    ...request.headers,
    'x-amz-content-sha256': sha256(request.body),
    'x-amz-date': time,
  }
  const signed = Object.entries({ ...headers, host: request.url.host })
    .map(([name, value]) => [name.toLowerCase(), value.trim()] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const names = signed.map(([name]) => name).join(';')
  const canonical = [
    request.method,
    encodePath(request.url.pathname),
    encodeQuery(request.url.searchParams),
    ...signed.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<Uint8Array | string>(hmac, `AWS4${credentials.secret}`)
  const signature = createHmac('sha256', key).update(toSign).digest('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${credentials.keyId}/${scope},SignedHeaders=${names},Signature=${signature}`
  return { ...headers, authorization }
}

/** Percent-encodes everything but letters, digits, and - . _ ~, which is more than encodeURIComponent encodes. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function encodePath(pathname: string): string {
  return pathname
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/')
}

function encodeQuery(parameters: URLSearchParams): string {
  return [...parameters]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
}
