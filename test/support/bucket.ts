import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Bucket } from '#server/pictures/s3-store.ts'

export type TestBucket = {
  bucket: S3Bucket
  objects: Map<string, Buffer>
  /** The requests received, such as `GET originals/x`. */
  asked: string[]
  /** Makes the next `count` requests fail: 503, cut off in the middle of the body, no response at all, or redirected. */
  failNext: (count: number, how?: Failure) => void
  close: () => Promise<void>
}

type Failure = 'refuse' | 'cut' | 'say nothing' | 'redirect'

const PAGE = 2

/** An S3 server with as much of Amazon's protocol as the shop uses; it rejects wrong signatures. */
export async function openTestBucket(): Promise<TestBucket> {
  const objects = new Map<string, Buffer>()
  const asked: string[] = []
  let failures = 0
  let failure: Failure = 'refuse'
  let bucket: S3Bucket
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const body = Buffer.concat(parts)
    const url = new URL(request.url ?? '', bucket.url)
    const say = (status: number, text = '') => void response.writeHead(status).end(text)
    if (failures > 0) {
      failures--
      asked.push(`${request.method} ${failure}`)
      if (failure === 'say nothing') return
      if (failure === 'cut') {
        response.writeHead(200, { 'Content-Length': 100 }).write('half')
        return void setImmediate(() => response.destroy())
      }
      if (failure === 'redirect') {
        response.setHeader('Location', `${bucket.url}/elsewhere`)
        return say(301, '<Error><Code>PermanentRedirect</Code></Error>')
      }
      return say(503, '<Error><Code>SlowDown</Code></Error>')
    }
    const sent = request.headers
    const time = String(sent['x-amz-date'])
    const at = new Date(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
    const hash = createHash('sha256').update(body).digest('hex')
    const expected = await new AwsV4Signer({
      method: request.method ?? '',
      url: String(url),
      headers: { 'x-amz-content-sha256': hash },
      accessKeyId: bucket.keyId,
      secretAccessKey: bucket.secret,
      region: bucket.region,
      service: 's3',
      datetime: time,
    }).sign()
    const isTimely = Math.abs(at.getTime() - Date.now()) < 15 * 60_000
    const isWhole = sent['x-amz-content-sha256'] === hash
    if (sent.authorization !== expected.headers.get('authorization') || !isTimely || !isWhole) {
      return say(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>')
    }
    const [, name, ...rest] = url.pathname.split('/').map(decodeURIComponent)
    const key = rest.join('/')
    asked.push(`${request.method} ${key}`)
    if (name !== bucket.bucket) return say(404, '<Error><Code>NoSuchBucket</Code></Error>')
    if (key === '') return say(200, listing(objects, url.searchParams))
    if (request.method === 'PUT') {
      objects.set(key, body)
      return say(200)
    }
    const found = objects.get(key)
    if (found === undefined) return say(404, '<Error><Code>NoSuchKey</Code></Error>')
    response.writeHead(200, { 'Content-Length': found.length }).end(found)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  bucket = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: 'jara-pictures',
    region: 'eu-west-1',
    keyId: 'test-key',
    secret: 'test-secret',
  }
  return {
    bucket,
    objects,
    asked,
    failNext: (count, how = 'refuse') => {
      failures = count
      failure = how
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

/** Lists a few names per page, as Amazon lists a thousand. */
function listing(objects: Map<string, Buffer>, asked: URLSearchParams): string {
  const after = asked.get('continuation-token') ?? ''
  const names = [...objects.keys()]
    .filter((key) => key.startsWith(asked.get('prefix') ?? '') && key > after)
    .toSorted()
  const page = names.slice(0, PAGE)
  const next = names.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
  return `<ListBucketResult>${contents}${next}</ListBucketResult>`
}
