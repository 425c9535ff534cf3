import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { Refusal } from '#server/refusal.ts'
import { type HttpServer, openHttpServer } from './http-server.ts'

/** How long load balancers keep idle connections by default. */
const BALANCER_KEEPS_S = 60

async function open(): Promise<HttpServer> {
  const http = await openHttpServer(0, '127.0.0.1')
  http.respondWith((_request, response) => void response.end('here'))
  return http
}

test.each(['192.0.2.1', 'no-such-host.invalid'])(
  '%s is not an address to listen on: the owner gets a plain sentence',
  async (host) => {
    await expect(openHttpServer(0, host)).rejects.toThrow(
      new Refusal(`${host} is no address of this machine. Leave HOST out, or set it to one.`),
    )
  },
)

test('idle connections outlive those of load balancers, so that no request hits one that has just closed', async () => {
  const http = await open()
  const { headers } = await fetch(`http://127.0.0.1:${http.port}/`)
  expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(BALANCER_KEEPS_S)
  await http.close()
})

/** A connection of its own. What matters is what it receives, not whether its end is a reset. */
const clientOf = ({ port }: HttpServer) => connect(port, '127.0.0.1').on('error', () => {})

test('a connection that never sent a request does not delay the shutdown', async () => {
  const http = await open()
  const ahead = clientOf(http)
  const ended = new Promise((done) => ahead.once('close', done))
  await new Promise((done) => ahead.once('connect', done))
  const startMs = performance.now()
  await http.close()
  await ended
  expect(performance.now() - startMs).toBeLessThan(5_000)
})

test('a request sent over it at the last moment gets its response', async () => {
  const http = await open()
  const late = clientOf(http)
  await new Promise((done) => late.once('connect', done))
  const closed = http.close()
  late.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n')
  let received = ''
  for await (const part of late.setEncoding('utf8')) received += part
  expect(received).toMatch(/^HTTP\/1.1 200 OK\r\n.*Connection: close\r\n.*here/s)
  await closed
})

/** More than the system's buffers hold for one connection, so that part of it stays queued in the process. */
const LARGE = Buffer.alloc(64 * 1024 * 1024, 'x')
const GET = 'GET / HTTP/1.1\r\nHost: shop\r\n\r\n'

const untilClosed = (socket: Socket) => new Promise((done) => socket.once('close', done))

/** A server that holds its responses; `held` resolves once there are this many. */
async function openHolding(count: number): Promise<{ http: HttpServer; held: Promise<ServerResponse[]> }> {
  const http = await openHttpServer(0, '127.0.0.1')
  const responses: ServerResponse[] = []
  const held = new Promise<ServerResponse[]>((done) => {
    http.respondWith((_request, response) => {
      if (responses.push(response) === count) done(responses)
    })
  })
  return { http, held }
}

test('a response that a slow client is still receiving arrives whole, while idle connections close at once', async () => {
  const http = await openHttpServer(0, '127.0.0.1')
  const ended = new Promise<void>((done) => {
    http.respondWith(({ url }, response) => {
      if (url === '/idle') return void response.end('idle')
      response.once('prefinish', done)
      response.end(LARGE)
    })
  })
  const idle = clientOf(http)
  const idleClosed = untilClosed(idle)
  idle.write(GET.replace('/', '/idle'))
  await new Promise((done) => idle.once('data', done))
  const slow = clientOf(http).pause()
  slow.write(GET)
  await ended
  const startMs = performance.now()
  const closed = http.close()
  idle.resume()
  await idleClosed
  const parts: Buffer[] = []
  for await (const part of slow) parts.push(part)
  const received = Buffer.concat(parts)
  expect(received.length - received.indexOf('\r\n\r\n') - 4).toBe(LARGE.length)
  await closed
  expect(performance.now() - startMs).toBeLessThan(5_000)
})

test.each([
  ['not yet begun', 'close', () => {}],
  ['begun', 'keep-alive', (response: ServerResponse) => response.flushHeaders()],
] as const)(
  'a keep-alive connection whose response was %s closes once that is sent',
  async (_when, connection, begin) => {
    const { http, held } = await openHolding(1)
    const received = fetch(`http://127.0.0.1:${http.port}/`)
    const response = (await held)[0]!
    begin(response)
    const startMs = performance.now()
    const closed = http.close()
    response.end('whole')
    const { headers } = await received
    expect(headers.get('connection')).toBe(connection)
    expect(await (await received).text()).toBe('whole')
    await closed
    expect(performance.now() - startMs).toBeLessThan(5_000)
  },
)

test('of several requests under way over one connection, each gets its response', async () => {
  const { http, held } = await openHolding(2)
  const client = clientOf(http)
  client.write(GET + GET)
  const responses = await held
  const closed = http.close()
  for (const [i, response] of responses.entries()) response.end(`response ${i}`)
  let receivedText = ''
  for await (const part of client.setEncoding('utf8')) receivedText += part
  expect(receivedText).toMatch(/Connection: keep-alive\r\n.*response 0.*Connection: close\r\n.*response 1/s)
  await closed
})

test('a request of which a part has arrived gets its response', async () => {
  const http = await open()
  const accepted = new Promise<Socket>((done) => http.server.once('connection', done))
  const client = clientOf(http).setEncoding('utf8')
  const next = () => new Promise<string>((done) => client.once('data', done))
  client.write(GET)
  expect(await next()).toMatch(/here/)
  client.write(GET.slice(0, 5))
  const socket = await accepted
  await expect.poll(() => socket.bytesRead).toBe(GET.length + 5)
  const closed = http.close()
  client.write(GET.slice(5))
  expect(await next()).toMatch(/Connection: close\r\n.*here/s)
  await closed
})

test('one address may open so many connections at once, and another when one of them has ended', async () => {
  const http = await openHttpServer(0, '127.0.0.1', undefined, { perAddress: 2 })
  http.respondWith((_request, response) => void response.end('here'))
  const ask = async () => {
    const client = clientOf(http)
    client.write(GET)
    const [data] = await Promise.race([once(client, 'data'), once(client, 'close').then(() => ['closed'])])
    return { client, text: String(data) }
  }
  const [first] = [await ask(), await ask()]
  expect((await ask()).text).toBe('closed')
  first.client.destroy()
  await expect.poll(async () => (await ask()).text).toMatch(/^HTTP\/1.1 200/)
  await http.close()
})

test('a body that does not arrive in time ends the connection', async () => {
  const http = await openHttpServer(0, '127.0.0.1', undefined, { requestMs: 300 })
  http.respondWith((request, response) => void request.on('end', () => response.end('here')).resume())
  const slow = clientOf(http)
  slow.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc')
  expect(String((await once(slow, 'data'))[0])).toMatch(/^HTTP\/1.1 408/)
  await http.close()
})

test('a client that does not read its response loses its connection; one that does gets it whole', async () => {
  const http = await openHttpServer(0, '127.0.0.1', undefined, { unreadMs: 300 })
  let open = 0
  http.server.on('connection', (socket) => {
    open += 1
    socket.once('close', () => {
      open -= 1
    })
  })
  http.respondWith((_request, response) => void response.end(LARGE))
  const unread = clientOf(http).pause()
  unread.write(GET)
  await expect.poll(() => open).toBe(1)
  await expect.poll(() => open, { timeout: 5_000 }).toBe(0)
  const reading = clientOf(http)
  reading.write(GET)
  let received = 0
  for await (const part of reading) {
    received += part.length
    if (received > LARGE.length) break
  }
  expect(received).toBeGreaterThan(LARGE.length)
  await http.close()
})
