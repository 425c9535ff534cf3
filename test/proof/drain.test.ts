import { Agent, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { rowsOf } from '#server/db/rows.ts'
import { childrenOf } from '#test/support/child-processes.ts'
import { sized } from '#test/support/proof.ts'
import { newDataDir, type SpawnedShop, spawnShop, startShop } from '#test/support/server.ts'
import { endShop, openSeveralShop, type SeveralShop } from '#test/support/several-shop.ts'
import { ask } from './rig/ask.ts'
import { checkoutRequestFor, start } from './rig/buyer.ts'

let several: SeveralShop
let mail: HeldMail

beforeAll(async () => {
  const stock = [{ color: 'black', size: 'M', quantity: 1_000 }]
  several = await openSeveralShop(inject('postgresUrl'), [{ id: 'tee', stock }])
  mail = await openHeldMail()
})
afterAll(async () => {
  await several.close()
  await mail.close()
})

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

const spawned = (processes: number): SpawnedShop => several.spawn(processes, { SMTP_URL: mail.url })

/** One request over a keep-alive connection. */
function over(agent: Agent, url: string): Promise<{ status: number; closes: boolean }> {
  return new Promise((done, fail) => {
    const sent = httpRequest(url, { agent }, (response) => {
      response.resume()
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, closes: response.headers.connection === 'close' }),
      )
    })
    sent.on('error', fail)
    sent.end()
  })
}

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

test.each(sized({ quick: [2], whole: [1, 2] }))(
  'when %i process(es) shut down, requests in progress get their response and no mail is lost or sent twice',
  async (processes) => {
    const shop = spawned(processes)
    const url = await shop.opened
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    expect(await over(agent, `${url}/api/product`)).toEqual({ status: 200, closes: false })
    const email = `drained-${processes}@example.com`
    const sentBefore = mail.taken()
    const registered = await ask(url, 'POST', '/api/auth/register', {
      body: { fullName: 'Ada Obi', email, password: 'Danfo-Yellow-1' },
    })
    expect(registered.status).toBeLessThan(300)
    await expect.poll(() => mail.waiting()).toBe(1)
    several.provider.hold()
    const buying = Promise.all(
      Array.from({ length: 6 }, () => start({ url }, checkoutRequestFor([{ productId: 'tee' }]))),
    )
    await expect.poll(() => several.provider.waiting()).toBe(6)

    shop.signal('SIGTERM')
    await expect.poll(async () => (await ask(url, 'GET', '/healthz')).status).toBe(0)
    several.provider.release()
    mail.release()
    expect((await buying).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    // Exit code 1 would mean that it did not finish within the 15 s that it has.
    expect(await shop.ended).toBe(0)
    agent.destroy()

    expect(mail.taken() - sentBefore).toBe(1)
    const owed = await rowsOf(
      several.connection.db,
      sql`select 1 from outbox where recipient = ${email} and (sent_at is null or attempts > 1)`,
    )
    expect(owed).toEqual([])
    const jobs = await rowsOf(several.connection.db, sql`select 1 from pgboss.job where state = 'active'`)
    expect(jobs).toEqual([])
    expect(shop.complaints).toEqual([])
  },
)

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
  [2, 'each', stopEach],
  [1, 'the first', stopFirst],
  [2, 'the first', stopFirst],
]

test.each(sized({ quick: SIGNALLED.slice(0, 1), whole: SIGNALLED }))(
  'a client that connects while %i process(es) shut down, of which %s is signalled, is served or refused immediately',
  async (processes, _whom, tell) => {
    const shop = spawned(processes)
    const url = await shop.opened
    // The shop stays open for a payment in progress, so that clients that were left waiting are detected.
    several.provider.hold()
    const buying = start({ url }, checkoutRequestFor([{ productId: 'tee' }]))
    await expect.poll(() => several.provider.waiting()).toBe(1)
    const connections = Array.from({ length: 40 }, async () => {
      for (;;) {
        const status = await overNew(url)
        if (status !== 200) return status
      }
    })
    await tell(shop)
    const ends = await Promise.all(connections)
    expect(new Set(ends)).toEqual(new Set(['refused']))
    several.provider.release()
    expect((await buying).status).toBe(200)
    expect(await shop.ended).toBe(0)
  },
)

test('a signal during startup also stops the shop, and it starts again afterwards', async () => {
  const embedded = newDataDir()
  try {
    const shop = spawnShop({ dataDir: embedded.path })
    await expect.poll(() => shop.lines.join('\n'), { interval: 5 }).toMatch(/Creating the embedded database/)
    // Creating the database's files blocks the process. No time limit is checked: on a busy machine this takes long, and
    // then the signal itself ends it (null).
    expect([0, null]).toContain(await endShop(shop))
    expect(shop.lines.filter((line) => / is open at /.test(line))).toEqual([])
    const again = await startShop({ dataDir: embedded.path })
    await again.stop()
  } finally {
    embedded.remove()
  }
})

test('several processes that are signalled during startup leave nothing running', async () => {
  const shop = spawned(2)
  await expect.poll(() => childrenOf(shop.pid), { interval: 10 }).not.toEqual([])
  const children = childrenOf(shop.pid)
  expect(await endShop(shop)).toBe(0)
  for (const pid of children) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})
