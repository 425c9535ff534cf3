/**
 * The load generator, in a separate process: keeps the given number of connections busy; each sends its next request when the
 * response is complete. Raw sockets rather than a client library: on two processors the generator's share is taken from the
 * servers, and a slow generator would make every server look alike.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { isRenewed, newWord, renewedText } from './new-word.ts'

export type LoadRequest = { method?: string; path: string; headers?: Record<string, string>; body?: string }

export type LoadJob = {
  /** Connections are spread over these addresses in turn. */
  urls: readonly string[]
  connections: number
  durationMs: number
  /** Sent in turn, starting at `from`; NEW_WORD in path, headers or body is replaced by a new word each time. */
  requests: readonly LoadRequest[]
  from: number
}

export type LoadResult = {
  responses: number
  /** Responses that were neither 2xx nor 3xx, and broken connections. */
  failures: number
  /** The first few failures, as status lines. */
  failed: string[]
  seconds: number
  /** One per response. */
  latenciesMs: number[]
  bytes: number
  /** Where the next job can continue. */
  next: number
}

const FAILURES_TOLD = 3
/** Requests that take longer than this after the end are abandoned. */
const GRACE_MS = 15_000

/** A socket, and who hears from it while it is in use. */
type Connection = {
  socket: Socket
  conversation: { onData: (chunk: Buffer) => void; broken: (error: Error) => void } | undefined
}

/**
 * Connections that earlier jobs have opened, by address. A process accepts one new connection in each turn of its event loop:
 * if each round opened sixteen, the slowest of its responses would be those to the last of them.
 */
const idle = new Map<string, Connection[]>()

/** A connection that is open and idle, or a new one. */
async function openConnection(url: string): Promise<Connection> {
  const known = idle.get(url)?.pop()
  if (known !== undefined) return known
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const connection: Connection = { socket, conversation: undefined }
  const end = (error: Error) => {
    connection.conversation?.broken(error)
    idle.set(
      url,
      (idle.get(url) ?? []).filter((other) => other !== connection),
    )
  }
  socket.on('data', (chunk) => connection.conversation?.onData(chunk))
  socket.on('error', end)
  socket.on('close', () => end(new Error('connection closed')))
  socket.on('timeout', () => end(new Error('no answer in time')))
  await once(socket, 'connect')
  return connection
}

function leaveOpen(url: string, connection: Connection): void {
  connection.conversation = undefined
  connection.socket.setTimeout(0)
  idle.set(url, [...(idle.get(url) ?? []), connection])
}

/** Serialises each distinct request once, except those with a NEW_WORD, which are serialised every time. */
function writer(requests: readonly LoadRequest[], host: string): (at: number) => Buffer {
  const written = new Map<number, Buffer>()
  return (at) => {
    const place = at % requests.length
    const known = written.get(place)
    if (known !== undefined) return known
    const request = requests[place]
    if (request === undefined) throw new Error('There is nothing to ask')
    const text = requestText(request, host)
    if (isRenewed(JSON.stringify(request))) return text
    written.set(place, text)
    return text
  }
}

function requestText({ method = 'GET', path, headers = {}, body }: LoadRequest, host: string): Buffer {
  const word = newWord()
  const fill = (text: string) => renewedText(text, word)
  const content = body === undefined ? '' : fill(body)
  const lines = Object.entries({
    host,
    ...headers,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(content)) }),
  }).map(([name, value]) => `${name}: ${fill(value)}\r\n`)
  return Buffer.from(`${method} ${fill(path)} HTTP/1.1\r\n${lines.join('')}\r\n${content}`)
}

function run(job: LoadJob): Promise<LoadResult> {
  const result: LoadResult = {
    responses: 0,
    failures: 0,
    failed: [],
    seconds: 0,
    latenciesMs: [],
    bytes: 0,
    next: job.from,
  }
  const startMs = performance.now()
  let lastResponseMs = startMs
  const isOver = () => performance.now() - startMs >= job.durationMs
  const fail = (what: string) => {
    result.failures++
    if (result.failed.length < FAILURES_TOLD) result.failed.push(what)
  }

  async function sendContinuously(url: string): Promise<void> {
    const write = writer(job.requests, new URL(url).host)
    while (!isOver()) {
      let connection: Connection | undefined
      try {
        connection = await openConnection(url)
        await converse(connection, write)
        leaveOpen(url, connection)
      } catch (error) {
        fail(error instanceof Error ? error.message : String(error))
        connection?.socket.destroy()
      }
    }
  }

  /** Sends requests on one connection until the time is up; rejects if it breaks. */
  function converse(connection: Connection, write: (at: number) => Buffer): Promise<void> {
    return new Promise((done, broken) => {
      const response = createResponseReader()
      let sentAtMs = 0
      const ask = () => {
        sentAtMs = performance.now()
        connection.socket.write(write(result.next++))
      }
      const onData = (chunk: Buffer) => {
        result.bytes += chunk.length
        const status = response(chunk)
        if (status === undefined) return
        lastResponseMs = performance.now()
        result.responses++
        result.latenciesMs.push(lastResponseMs - sentAtMs)
        if (status < 200 || status >= 400) fail(`HTTP ${status}`)
        if (isOver()) done()
        else ask()
      }
      connection.conversation = { onData, broken }
      connection.socket.setTimeout(job.durationMs + GRACE_MS)
      ask()
    })
  }

  const workers = Array.from({ length: job.connections }, (_, i) =>
    sendContinuously(job.urls[i % job.urls.length] ?? ''),
  )
  return Promise.all(workers).then(() => ({ ...result, seconds: (lastResponseMs - startMs) / 1000 }))
}

const HEAD_END = '\r\n\r\n'
const CHUNKED_END = '0\r\n\r\n'

/** Consumes chunks and returns the status once a response is complete. */
function createResponseReader(): (chunk: Buffer) => number | undefined {
  let head = ''
  let status = 0
  let missingBytes = 0
  let isChunked = false
  let isInBody = false
  let tail = ''

  function readBody(bytes: Buffer): number | undefined {
    missingBytes -= bytes.length
    if (isChunked)
      tail = (tail + bytes.subarray(-CHUNKED_END.length).toString('latin1')).slice(-CHUNKED_END.length)
    const isWhole = isChunked ? tail === CHUNKED_END : missingBytes <= 0
    if (!isWhole) return undefined
    isInBody = false
    head = ''
    tail = ''
    return status
  }

  return (chunk) => {
    if (isInBody) return readBody(chunk)
    const before = head.length
    head += chunk.toString('latin1')
    const end = head.indexOf(HEAD_END)
    if (end < 0) return undefined
    status = Number(head.slice(9, 12))
    const headers = head.slice(0, end).toLowerCase()
    isChunked = headers.includes('\r\ntransfer-encoding: chunked')
    missingBytes = Number(/\r\ncontent-length: (\d+)/.exec(headers)?.[1] ?? 0)
    isInBody = true
    return readBody(chunk.subarray(end + HEAD_END.length - before))
  }
}

process.on('message', (job: LoadJob) => {
  void run(job).then((result) => process.send?.(result))
})
