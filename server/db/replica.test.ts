import { sql } from 'drizzle-orm'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { hearForReplica } from '#server/cache/hear-changes.ts'
import { openTcpProxy } from '#test/proof/rig/tcp-proxy.ts'
import { type PostgresServer, type RunningServer, startPostgres } from '#test/support/postgres.mjs'
import { seedProduct } from '#test/support/purchase.ts'
import { type Connection, type Database, openPostgres } from './connection.ts'
import type { Listener, Subscriber } from './listen.ts'
import { openReplica, type Replica } from './replica.ts'
import { rowsOf } from './rows.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

const MAX_LAG_MS = 3_000
const AWAY_MS = 6_000

let server: PostgresServer
let second: RunningServer
let primary: Connection
let onReplica: pg.Client
let replica: Replica
let said: string[]

beforeAll(async () => {
  server = await startPostgres()
  primary = await openPostgres(server.url, 5)
  await seedProduct(primary.db, { id: 'tee' })
  await seedProduct(primary.db, { id: 'cap' })
  second = await server.replicate()
  onReplica = new pg.Client({ connectionString: second.url })
  await onReplica.connect()
})
afterAll(async () => {
  await onReplica.end()
  await primary.close()
  await server.stop()
})
beforeEach(async () => {
  replica = open(second.url)
  await hearForReplica(primary, replica)
  await expect.poll(() => placeOf(['*'])).toBe('replica')
})
afterEach(() => replica.close())

function open(url: string, maxLagMs = MAX_LAG_MS, from: Pick<Connection, 'db'> = primary): Replica {
  said = []
  const destination = { write: (line: string) => void said.push(JSON.parse(line).msg) }
  return openReplica({
    primary: from,
    url,
    poolSize: 3,
    way: 'direct',
    maxLagMs,
    log: pino({}, destination),
    nowMs: () => performance.now(),
  })
}

/** The primary, and how often it was asked for its position. */
function countAsked() {
  const counted = { times: 0, db: {} as Database }
  counted.db.execute = (query) => {
    counted.times++
    return primary.db.execute(query)
  }
  return counted
}

/** Where a response that shows these products is read. */
async function placeOf(shows: readonly string[], of = replica): Promise<'replica' | 'primary'> {
  const [row] = await of.readPublic(shows, (db) =>
    rowsOf<{ is: boolean }>(db, sql`select pg_is_in_recovery() as is`),
  )
  return row?.is ? 'replica' : 'primary'
}

async function priceOf(id: string): Promise<number | undefined> {
  const [row] = await replica.readPublic([id], (db) =>
    rowsOf<{ price: number }>(db, sql`select price_kobo::int as price from products where id = ${id}`),
  )
  return row?.price
}

const reprice = (id: string, kobo: number) =>
  primary.db.execute(sql`update products set price_kobo = ${kobo} where id = ${id}`)

test('a changed product is read from the primary until the replica has the change; all others from the replica', async () => {
  await onReplica.query('select pg_wal_replay_pause()')
  try {
    await reprice('tee', 777_00)
    await expect.poll(() => placeOf(['tee'])).toBe('primary')
    expect(await priceOf('tee')).toBe(777_00)
    expect(await placeOf(['cap'])).toBe('replica')
    expect(await placeOf(['cap', 'tee'])).toBe('primary')
    expect(await placeOf(['*'])).toBe('primary')
  } finally {
    await onReplica.query('select pg_wal_replay_resume()')
  }
  await expect.poll(() => placeOf(['*'])).toBe('replica')
  expect(await priceOf('tee')).toBe(777_00)
})

test('under successive changes, a process never reads a state older than the last change it heard of', async () => {
  const heard: number[] = []
  const stop = await primary.listen('jara_products', {
    onPayload: () => void priceOf('tee').then((price) => heard.push(price ?? 0)),
    onGap: () => {},
  })
  for (let turn = 1; turn <= 200; turn++) {
    await reprice('tee', turn * 100)
    await expect.poll(() => heard, { interval: 1 }).toHaveLength(turn)
    expect(heard.at(-1)).toBe(turn * 100)
  }
  await stop()
  await expect.poll(() => placeOf(['*'])).toBe('replica')
})

test('a replica that is too far behind is not used, which is logged once, and is used again when it has caught up', async () => {
  await onReplica.query('select pg_wal_replay_pause()')
  try {
    await reprice('cap', 888_00)
    await expect.poll(() => placeOf(['tee'])).toBe('primary')
    const { isInUse, lagSeconds } = replica.figures()
    expect([isInUse, (lagSeconds ?? 0) * 1000 > MAX_LAG_MS]).toEqual([false, true])
    await expect.poll(() => replica.figures().lagSeconds).toBeGreaterThan(4)
  } finally {
    await onReplica.query('select pg_wal_replay_resume()')
  }
  await expect.poll(() => placeOf(['*'])).toBe('replica')
  expect(said).toEqual([
    'the read replica serves public reads',
    'the read replica is not used: public reads go to the primary',
    'the read replica serves public reads',
  ])
  expect(replica.figures().lagSeconds).toBe(0)
})

test('when the replica is killed every read still succeeds, and it serves again when it is back', async () => {
  await onReplica.end()
  await second.kill()
  for (let read = 0; read < 20; read++) expect(await priceOf('cap')).toBe(888_00)
  await expect.poll(() => replica.figures().isInUse).toBe(false)
  expect(replica.figures().lagSeconds).toBeUndefined()
  await second.restart()
  await expect.poll(() => placeOf(['*'])).toBe('replica')
  onReplica = new pg.Client({ connectionString: second.url })
  await onReplica.connect()
})

test('an unreachable replica does not prevent the start, and a server that is not a replica is not used', async () => {
  const away = open('postgres://postgres@127.0.0.1:1/postgres')
  await expect.poll(() => said).toHaveLength(1)
  expect(await placeOf(['tee'], away)).toBe('primary')
  await away.close()
  const itself = open(server.url)
  await expect.poll(() => said).toHaveLength(1)
  expect([await placeOf(['tee'], itself), itself.figures().reads.replica]).toEqual(['primary', 0])
  await itself.close()
})

test('closing does not wait for a silent replica', { timeout: 40_000 }, async () => {
  const way = await openTcpProxy([Number(new URL(second.url).port)])
  const through = new URL(second.url)
  through.port = String(way.port)
  const silent = open(through.href)
  await expect.poll(() => silent.figures().isInUse).toBe(true)
  way.set({ kind: 'silence' })
  await silent.close()
  await way.close()
})

test('an unreachable primary is polled once a second, not continuously', async () => {
  let asked = 0
  const execute = () => {
    asked++
    return Promise.reject(new Error('away'))
  }
  const alone = open(second.url, MAX_LAG_MS, { db: { execute } as unknown as Database })
  await expect.poll(() => alone.figures().isInUse).toBe(true)
  const before = asked
  const fromMs = performance.now()
  await new Promise((done) => setTimeout(done, 1_500))
  const seconds = (performance.now() - fromMs) / 1000
  expect(asked - before).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
  await alone.close()
})

test('while no changes are heard it serves nothing, however often it is polled', async () => {
  const asked = countAsked()
  const deaf = open(second.url, MAX_LAG_MS, asked)
  const ears: Subscriber[] = []
  const listen: Listener['listen'] = async (_channel, ear) => {
    ears.push(ear)
    return async () => {}
  }
  await hearForReplica({ listen }, deaf)
  await expect.poll(() => placeOf(['tee'], deaf)).toBe('replica')
  for (const { onGap } of ears) onGap(false)
  const before = asked.times
  // The second of them begins when the replica has replayed the position of the first.
  await expect.poll(() => asked.times - before).toBeGreaterThan(2)
  expect([await placeOf(['tee'], deaf), deaf.figures().isInUse]).toEqual(['primary', false])
  for (const { onGap } of ears) onGap(true)
  await expect.poll(() => placeOf(['tee'], deaf)).toBe('replica')
  await deaf.close()
})

test('changes that follow each other closely do not keep it from polling', async () => {
  const asked = countAsked()
  const busy = open(second.url, MAX_LAG_MS, asked)
  await expect.poll(() => busy.figures().isInUse).toBe(true)
  const changing = setInterval(() => busy.changed(['tee']), 1)
  try {
    const before = asked.times
    await expect.poll(() => asked.times - before).toBeGreaterThan(5)
  } finally {
    clearInterval(changing)
    await busy.close()
  }
})

test('while the primary is away, unchanged products are read from the replica for as long as its lag is allowed', async () => {
  const patient = open(second.url, AWAY_MS)
  await hearForReplica(primary, patient)
  const place = (...shows: string[]) => placeOf(shows, patient).catch(isDatabaseUnavailable)
  await expect.poll(() => place('*')).toBe('replica')
  await server.kill()
  expect([await place('cap'), await place('*')]).toEqual(['replica', 'replica'])
  patient.changed(['tee'])
  expect([await place('cap'), await place('tee'), await place('*')]).toEqual(['replica', true, true])
  await vi.waitFor(async () => expect(await place('cap')).toBe(true), { timeout: 2 * AWAY_MS })
  await server.restart()
  await expect.poll(() => place('*')).toBe('replica')
  await patient.close()
})
