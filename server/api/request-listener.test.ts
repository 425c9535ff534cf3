import { Agent, createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { requestListener } from './request-listener.ts'

/** More than is begun in one turn of the event loop. */
const WORK_MS = 3

function work(): void {
  const startMs = performance.now()
  while (performance.now() - startMs < WORK_MS);
}

test('requests that arrive together and take long are begun one in each turn of the event loop', async () => {
  let turn = 0
  let isOver = false
  const count = () => {
    turn += 1
    if (!isOver) setImmediate(count)
  }
  const begunIn: number[] = []
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
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const agent = new Agent({ keepAlive: true })
  const { port } = server.address() as AddressInfo
  const ask = () =>
    new Promise<void>((done, fail) => {
      get({ port, host: '127.0.0.1', agent }, (response) => response.resume().once('end', done)).once(
        'error',
        fail,
      )
    })
  const askTogether = () => Promise.all(Array.from({ length: 8 }, ask))
  // The connections first, since a process accepts one in each turn.
  await askTogether()
  begunIn.length = 0
  count()
  await askTogether()
  isOver = true
  expect(begunIn).toHaveLength(8)
  expect(new Set(begunIn).size).toBe(8)
  agent.destroy()
  await new Promise((done) => server.close(done))
})
