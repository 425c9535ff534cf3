import { Agent, createServer, get } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requestListener } from './request-listener.ts'

/** More than is begun in one turn of the event loop. */
const WORK_MS = 3

function work(): void {
  const startMs = performance.now()
  while (performance.now() - startMs < WORK_MS);
}

let turn = 0
let isOver = false
/** The turn of the event loop in which each request was begun. */
let begunIn: number[] = []
const server = createServer(
  requestListener(
    async () => {
      begunIn.push(turn)
      work()
      return new Response('done')
    },
    { publicUrl: 'http://localhost' },
  ),
)
const port = () => (server.address() as AddressInfo).port

beforeEach(async () => {
  begunIn = []
  isOver = false
  const count = () => {
    turn += 1
    if (!isOver) setImmediate(count)
  }
  count()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterEach(async () => {
  isOver = true
  await new Promise((done) => server.close(done))
})

test('requests that arrive together and take long are begun one in each turn of the event loop', async () => {
  const agent = new Agent({ keepAlive: true })
  const ask = () =>
    new Promise<void>((done, fail) => {
      const asked = get({ port: port(), host: '127.0.0.1', agent }, (response) => {
        response.resume().once('end', done)
      })
      asked.once('error', fail)
    })
  const askTogether = () => Promise.all(Array.from({ length: 8 }, ask))
  // The connections first, since a process accepts one in each turn.
  await askTogether()
  begunIn = []
  await askTogether()
  expect(begunIn).toHaveLength(8)
  expect(new Set(begunIn).size).toBe(8)
  agent.destroy()
})

test('a client that asks ahead does not fill the line: Node stops reading from it while responses pile up', async () => {
  const client = connect(port(), '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n'.repeat(8))
  let answered = ''
  for await (const part of client.setEncoding('utf8')) {
    answered += part
    if (answered.split('done').length > 8) break
  }
  expect(begunIn).toHaveLength(8)
  expect(new Set(begunIn).size).toBe(1)
})
