import { IncomingMessage, type ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { expect, test } from 'vitest'
import { type HttpServer, openHttpServer } from './http-server.ts'
import { Refusal } from './refusal.ts'
import { TurnResponse } from './turn-response.ts'

/** How long load balancers keep idle connections by default. */
const BALANCER_KEEPS_S = 60

async function open(): Promise<HttpServer> {
  const http = await openHttpServer(0, '127.0.0.1')
  http.answerWith((_request, response) => void response.end('here'))
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

test('a connection that never sent a request does not delay the shutdown', async () => {
  const http = await open()
  const ahead = connect(http.port, '127.0.0.1')
  const ended = new Promise((done) => ahead.once('close', done))
  await new Promise((done) => ahead.once('connect', done))
  const startMs = performance.now()
  await http.close()
  await ended
  expect(performance.now() - startMs).toBeLessThan(5_000)
})

test('a request sent over it at the last moment is answered', async () => {
  const http = await open()
  const late = connect(http.port, '127.0.0.1')
  await new Promise((done) => late.once('connect', done))
  const closed = http.close()
  late.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n')
  let answer = ''
  for await (const part of late.setEncoding('utf8')) answer += part
  expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n.*Connection: close\r\n.*here/s)
  await closed
})

test('responses completed in one turn of the event loop are written at its end, in their order', async () => {
  const http = await openHttpServer(0, '127.0.0.1')
  const held: ServerResponse[] = []
  const arrived = new Promise<void>((done) => {
    http.answerWith((_request, response) => {
      held.push(response)
      if (held.length === 2) done()
    })
  })
  const answers = [1, 2].map(async () => (await fetch(`http://127.0.0.1:${http.port}/`)).text())
  await arrived
  const written: number[] = []
  for (const [i, response] of held.entries()) {
    response.on('prefinish', () => written.push(i))
    response.end(`answer ${i}`)
  }
  await Promise.resolve()
  expect(written).toEqual([])
  expect((await Promise.all(answers)).toSorted()).toEqual(['answer 0', 'answer 1'])
  expect(written).toEqual([0, 1])
  await http.close()
})

test('a response that cannot be written takes none of the others of its turn with it', async () => {
  const http = await openHttpServer(0, '127.0.0.1')
  const held: ServerResponse[] = []
  http.answerWith((_request, response) => {
    held.push(response)
    if (held.length < 3) return
    for (const [i, each] of held.entries()) each.end(i === 1 ? (1 as unknown as string) : 'whole')
  })
  const answers = await Promise.allSettled(
    [1, 2, 3].map(async () => (await fetch(`http://127.0.0.1:${http.port}/`)).text()),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  await http.close()
})

test('a complete response does not wait for a long turn', async () => {
  const http = await openHttpServer(0, '127.0.0.1')
  const written = new Promise<boolean>((done) => {
    http.answerWith((_request, response) => {
      let isWritten = false
      response.on('prefinish', () => {
        isWritten = true
      })
      response.end('first')
      const untilMs = performance.now() + 10
      while (performance.now() < untilMs);
      new TurnResponse(new IncomingMessage(new Socket())).end('second')
      queueMicrotask(() => done(isWritten))
    })
  })
  expect(await (await fetch(`http://127.0.0.1:${http.port}/`)).text()).toBe('first')
  expect(await written).toBe(true)
  await http.close()
})
