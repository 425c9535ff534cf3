import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { fetchConnectingWithin } from './connect-fetch.ts'

const open: Server[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await new Promise((done) => server.close(done))
})

async function portOf(server: Server): Promise<number> {
  open.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}
const serve = (listener: RequestListener) => portOf(createHttpServer(listener))
const get = (url: string, connectMs = 5_000, timeoutMs = 5_000) =>
  fetchConnectingWithin(connectMs)(url, {
    method: 'GET',
    headers: {},
    signal: AbortSignal.timeout(timeoutMs),
  })

test('sends method, headers and body, and reads status and body', async () => {
  const port = await serve((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      response.writeHead(404, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({
          method: request.method,
          key: request.headers.authorization,
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
  })
  const received = await fetchConnectingWithin(5_000)(`http://127.0.0.1:${port}/x`, {
    method: 'POST',
    headers: { Authorization: 'Bearer k' },
    body: 'Ọjà',
    signal: AbortSignal.timeout(5_000),
  })
  expect([received.status, await received.json()]).toEqual([
    404,
    { method: 'POST', key: 'Bearer k', body: 'Ọjà' },
  ])
})

test('a peer that accepts the connection but never completes the handshake is given up within the connect timeout', async () => {
  const port = await portOf(createTcpServer((socket) => void socket.on('error', () => {}).resume()))
  await expect(get(`https://127.0.0.1:${port}/`, 50)).rejects.toThrow('No connection in time')
})

test('a connection that was established while this process was blocked does not time out', async () => {
  const port = await serve((_request, response) => void response.end('{}'))
  const received = get(`http://127.0.0.1:${port}/`, 100)
  // The connection is requested at the end of this tick; the blocking loop runs right after.
  process.nextTick(() => {
    const untilMs = performance.now() + 300
    while (performance.now() < untilMs);
  })
  expect((await received).status).toBe(200)
})

test('a refused connection fails at once', async () => {
  const port = await serve(() => {})
  await new Promise((done) => open.pop()?.close(done))
  await expect(get(`http://127.0.0.1:${port}/`)).rejects.toThrow(/ECONNREFUSED/)
})

test('a response may take longer than the connect timeout, up to the signal', async () => {
  const port = await serve((_request, response) => {
    setTimeout(() => response.end('{}'), 250)
  })
  expect((await get(`http://127.0.0.1:${port}/`, 100)).status).toBe(200)
  await expect(get(`http://127.0.0.1:${port}/`, 5_000, 50)).rejects.toThrow()
})

test('a truncated response is an error, not a short response', async () => {
  const port = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"status":true')
    setImmediate(() => response.destroy())
  })
  await expect(get(`http://127.0.0.1:${port}/`)).rejects.toThrow()
})

test('a peer that switches protocols has given no response', async () => {
  const port = await portOf(
    createTcpServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n'),
      )
    }),
  )
  await expect(get(`http://127.0.0.1:${port}/`)).rejects.toThrow('without a response')
})

test.each(['099', '600', '999'])('the invalid status %s is an error', async (status) => {
  const reply = `HTTP/1.1 ${status} Odd\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`
  const port = await portOf(
    createTcpServer((socket) => void socket.on('error', () => {}).once('data', () => socket.end(reply))),
  )
  await expect(get(`http://127.0.0.1:${port}/`)).rejects.toThrow()
})

test.each([204, 205, 304])('a %d has no body', async (status) => {
  const port = await serve((_request, response) => void response.writeHead(status).end())
  expect((await get(`http://127.0.0.1:${port}/`)).status).toBe(status)
})

test('a redirect is returned, not followed', async () => {
  const port = await serve((_request, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:1/' })
    response.end()
  })
  expect((await get(`http://127.0.0.1:${port}/`)).status).toBe(302)
})
