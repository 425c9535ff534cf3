import { Agent, request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { childrenOf } from '#test/support/child-processes.ts'
import type { SpawnedShop } from '#test/support/server.ts'
import { endShop, openSeveralShop, type SeveralShop } from '#test/support/several-shop.ts'
import { checkoutRequestFor, startInTurn } from './rig/buyer.ts'

const PROCESSES = 2
/** Orders that wait for their payment. */
const PENDING = 10

let several: SeveralShop
let shop: SpawnedShop
let url: string

beforeAll(async () => {
  const stock = [{ color: 'black', size: 'M', quantity: PENDING }]
  several = await openSeveralShop(inject('postgresUrl'), [{ id: 'tee', stock }])
  shop = several.spawn(PROCESSES, { TRUST_PROXY: '1' })
  url = await shop.opened
  for (let buyer = 0; buyer < PENDING; buyer++) {
    expect((await startInTurn({ url }, checkoutRequestFor([{ productId: 'tee' }]))).status).toBe(200)
  }
})
afterAll(async () => {
  expect(await endShop(shop)).toBe(0)
  await several.close()
})

/** A separate connection, so that the next one may reach another process. */
const ownConnection = () => new Agent({ keepAlive: true, maxSockets: 1 })

function askOver(agent: Agent, path: string): Promise<{ status: number; text: string }> {
  return new Promise((done, fail) => {
    const sent = httpRequest(url + path, { agent }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece) => {
        text += piece
      })
      response.on('end', () => done({ status: response.statusCode ?? 0, text }))
    })
    sent.on('error', fail)
    sent.end()
  })
}

async function look(path: string): Promise<number> {
  const agent = ownConnection()
  const { status } = await askOver(agent, path)
  agent.destroy()
  return status
}

async function figures(agent: Agent): Promise<Map<string, number>> {
  const { text } = await askOver(agent, '/metrics')
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}

const sizes = (of: Map<string, number>) =>
  [...of.keys()].filter((key) => key.startsWith('jara_process_resident_bytes'))

test('metrics of all processes are summed, whichever process is scraped; shop-wide ones are reported once', async () => {
  const count = 'jara_http_request_seconds_count{method="GET",route="/api/product/:id",status="404"}'
  for (let turn = 0; turn < 20; turn++) expect(await look('/api/product/none')).toBe(404)
  for (let turn = 0; turn < 4; turn++) {
    const agent = ownConnection()
    // Polls the same process: the metrics leave out processes that are too busy to respond in time.
    await expect
      .poll(async () => {
        const metrics = await figures(agent)
        return {
          requests: metrics.get(count),
          processes: sizes(metrics).length,
          isDatabaseUp: metrics.get('jara_database_up'),
          pending: metrics.get('jara_orders_pending'),
        }
      })
      .toEqual({ requests: 20, processes: PROCESSES, isDatabaseUp: 1, pending: PENDING })
    agent.destroy()
  }
})

test('when a process dies the others keep serving, and it is replaced', async () => {
  const before = childrenOf(shop.pid)
  expect(before).toHaveLength(PROCESSES)
  process.kill(before[0] ?? 0, 'SIGKILL')
  await expect.poll(() => shop.lines.join('\n')).toContain('another takes its place')
  for (let turn = 0; turn < 20; turn++) expect(await look('/api/product/tee')).toBe(200)
  const agent = ownConnection()
  await expect.poll(async () => sizes(await figures(agent))).toHaveLength(PROCESSES)
  agent.destroy()
  expect(childrenOf(shop.pid)).toEqual(expect.arrayContaining(before.slice(1)))
  for (let turn = 0; turn < 20; turn++) expect(await look('/api/product/tee')).toBe(200)
})

test('a process that dies while the others are still starting is replaced like any other', async () => {
  const opening = several.spawn(PROCESSES)
  const children = async (count: number) => {
    await expect.poll(() => childrenOf(opening.pid)).toHaveLength(count)
    return childrenOf(opening.pid)
  }
  const [first = 0] = await children(1)
  await children(PROCESSES)
  process.kill(first, 'SIGKILL')
  await expect.poll(() => opening.lines.join('\n')).toContain('another takes its place')
  await opening.opened
  expect(await children(PROCESSES)).not.toContain(first)
  expect(await endShop(opening)).toBe(0)
})
