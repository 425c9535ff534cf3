import { Agent, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '#server/db/rows.ts'
import { childrenOf } from '#test/support/child-processes.ts'
import { sized } from '#test/support/proof.ts'
import type { SpawnedShop } from '#test/support/server.ts'
import { endShop, openSeveralShop, type SeveralShop } from '#test/support/several-shop.ts'
import { ask } from './rig/ask.ts'
import { checkoutRequestFor, start, startInTurn } from './rig/buyer.ts'

/** A shop in two processes: each test goes on with the shop that the one before has left, and the last ends it. */

const PROCESSES = 2
/** Orders that wait for their payment. */
const PENDING = 3

let several: SeveralShop
let mail: HeldMail
let shop: SpawnedShop
let url: string

beforeAll(async () => {
  const stock = [{ color: 'black', size: 'M', quantity: 1_000 }]
  several = await openSeveralShop([{ id: 'tee', stock }])
  mail = await openHeldMail()
  shop = spawned(PROCESSES)
  url = await shop.opened
})
afterAll(async () => {
  await several.close()
  await mail.close()
})

const spawned = (processes: number) => several.spawn(processes, { SMTP_URL: mail.url, TRUST_PROXY: '1' })

type HeldMail = {
  url: string
  waiting: () => number
  taken: () => number
  release: () => void
  close: () => Promise<void>
}

/** A mail server that accepts each mail only when released. */
async function openHeldMail(): Promise<HeldMail> {
  let held: (() => void)[] = []
  let taken = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: (stream, _session, done) => {
      stream.resume()
      stream.on('end', () => {
        held.push(() => {
          taken++
          done()
        })
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    waiting: () => held.length,
    taken: () => taken,
    release: () => {
      for (const take of held) take()
      held = []
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
}

test('several processes that are signalled during startup leave nothing running', {
  tags: ['whole'],
}, async () => {
  const starting = spawned(PROCESSES)
  await expect.poll(() => childrenOf(starting.pid), { interval: 10 }).not.toEqual([])
  const children = childrenOf(starting.pid)
  expect(await endShop(starting)).toBe(0)
  for (const pid of children) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('a process that dies while the others are still starting is replaced like any other', {
  tags: ['whole'],
}, async () => {
  const starting = spawned(PROCESSES)
  const children = async (count: number) => {
    await expect.poll(() => childrenOf(starting.pid)).toHaveLength(count)
    return childrenOf(starting.pid)
  }
  const [first = 0] = await children(1)
  await children(PROCESSES)
  process.kill(first, 'SIGKILL')
  await expect.poll(() => starting.lines.join('\n')).toContain('another takes its place')
  await starting.opened
  expect(await children(PROCESSES)).not.toContain(first)
  expect(await endShop(starting)).toBe(0)
})

/** A separate connection, so that the next one may reach another process. */
const ownConnection = () => new Agent({ keepAlive: true, maxSockets: 1 })

function askOver(agent: Agent, address: string): Promise<{ status: number; text: string }> {
  return new Promise((done, fail) => {
    const sent = httpRequest(address, { agent }, (response) => {
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
  const { status } = await askOver(agent, url + path)
  agent.destroy()
  return status
}

async function figures(agent: Agent): Promise<Map<string, number>> {
  const { text } = await askOver(agent, `${url}/metrics`)
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}

const sizes = (of: Map<string, number>) =>
  [...of.keys()].filter((key) => key.startsWith('jara_process_resident_bytes'))

test('metrics of all processes are summed, whichever process is scraped; shop-wide ones are reported once', async () => {
  for (let buyer = 0; buyer < PENDING; buyer++) {
    expect((await startInTurn({ url }, checkoutRequestFor([{ productId: 'tee' }]))).status).toBe(200)
  }
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
  const said = shop.lines.length
  process.kill(before[0] ?? 0, 'SIGKILL')
  await expect.poll(() => shop.lines.slice(said).join('\n')).toContain('another takes its place')
  for (let turn = 0; turn < 20; turn++) expect(await look('/api/product/tee')).toBe(200)
  const agent = ownConnection()
  await expect.poll(async () => sizes(await figures(agent))).toHaveLength(PROCESSES)
  agent.destroy()
  expect(childrenOf(shop.pid)).toEqual(expect.arrayContaining(before.slice(1)))
  for (let turn = 0; turn < 20; turn++) expect(await look('/api/product/tee')).toBe(200)
})

/** How long a client without a response or refusal waits: less than the 10 s after which the shop forcibly closes connections. */
const FORGOTTEN_MS = 9_000
const HELD_UP_MS = 200

/** One request over a new connection. */
function overNew(url: string): Promise<number | 'refused' | 'forgotten'> {
  return new Promise((done) => {
    const sent = httpRequest(`${url}/healthz`, { agent: false, timeout: FORGOTTEN_MS }, (response) => {
      response.resume()
      response.on('end', () => done(response.statusCode ?? 0))
    })
    sent.on('timeout', () => {
      done('forgotten')
      sent.destroy()
    })
    sent.on('error', () => done('refused'))
    sent.end()
  })
}

/** Signals every process, as a service manager or a terminal does; the primary is suspended during it, as on a busy machine. */
async function stopEach(shop: SpawnedShop): Promise<void> {
  process.kill(shop.pid, 'SIGSTOP')
  await sleep(HELD_UP_MS)
  for (const pid of childrenOf(shop.pid)) process.kill(pid, 'SIGTERM')
  await sleep(HELD_UP_MS)
  for (const signal of ['SIGTERM', 'SIGCONT']) process.kill(shop.pid, signal)
}
const stopFirst = async (shop: SpawnedShop) => shop.signal('SIGTERM')

const SIGNALLED: [number, string, (shop: SpawnedShop) => Promise<void>][] = [
  [PROCESSES, 'each', stopEach],
  [1, 'the first', stopFirst],
  [PROCESSES, 'the first', stopFirst],
]

/**
 * Requests in progress get their response, no mail is lost or sent twice, and a client that connects meanwhile is served or
 * refused immediately.
 */
test.each(sized({ quick: SIGNALLED.slice(0, 1), whole: SIGNALLED }))(
  'when %i process(es) shut down, of which %s is signalled, nothing in progress is lost and nobody is left waiting',
  async (processes, whom, tell) => {
    const leaving = whom === 'each' ? shop : spawned(processes)
    const address = await leaving.opened
    leaving.complaints.splice(0)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    expect((await askOver(agent, `${address}/api/product`)).status).toBe(200)
    const email = `drained-${processes}-${whom.replace(' ', '-')}@example.com`
    const sentBefore = mail.taken()
    const registered = await ask(address, 'POST', '/api/auth/register', {
      body: { fullName: 'Ada Obi', email, password: 'Danfo-Yellow-1' },
    })
    expect(registered.status).toBeLessThan(300)
    await expect.poll(() => mail.waiting()).toBe(1)
    several.provider.hold()
    const buying = Promise.all(
      Array.from({ length: 6 }, () => start({ url: address }, checkoutRequestFor([{ productId: 'tee' }]))),
    )
    await expect.poll(() => several.provider.waiting()).toBe(6)
    const connections = Array.from({ length: 40 }, async () => {
      for (;;) {
        const status = await overNew(address)
        if (status !== 200) return status
      }
    })

    await tell(leaving)
    expect(new Set(await Promise.all(connections))).toEqual(new Set(['refused']))
    several.provider.release()
    mail.release()
    expect((await buying).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    // Exit code 1 would mean that it did not finish within the 15 s that it has.
    expect(await leaving.ended).toBe(0)
    agent.destroy()

    expect(mail.taken() - sentBefore).toBe(1)
    const owed = await rowsOf(
      several.connection.db,
      sql`select 1 from outbox where recipient = ${email} and (sent_at is null or attempts > 1)`,
    )
    expect(owed).toEqual([])
    const jobs = await rowsOf(several.connection.db, sql`select 1 from pgboss.job where state = 'active'`)
    expect(jobs).toEqual([])
    expect(leaving.complaints).toEqual([])
  },
)
