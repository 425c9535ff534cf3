import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listActs, recordAct } from '#server/audit/store.ts'
import type { Connection, Database } from '#server/db/connection.ts'
import { applyMigrations, listApplied, listMigrations } from '#server/db/migrate.ts'
import { sqlState } from '#server/db/retry.ts'
import { products, refunds, settings, stockItems } from '#server/db/schema.ts'
import { createJobs } from '#server/jobs/queue.ts'
import { openCase } from '#server/order/case-store.ts'
import { listOriginals, putOriginal } from '#server/pictures/original.ts'
import { createFolderStore, type PictureStore } from '#server/pictures/picture-store.ts'
import { Refusal } from '#server/refusal.ts'
import { receiveStock } from '#server/stock/store.ts'
import { defineWork } from '#server/work.ts'
import { addAccount } from '#test/support/account.ts'
import { openFreshDatabase } from '#test/support/fresh-database.ts'
import { checkLedger } from '#test/support/ledger.ts'
import {
  decline,
  getOrderOf,
  passTime,
  pay,
  placeOrder,
  seedPlace,
  seedProduct,
  verify,
} from '#test/support/purchase.ts'
import { reviewOf } from '#test/support/review.ts'
import { rowsByTable } from '#test/support/rows.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { restoreBackup } from './restore.ts'
import { dropEverything, listTables } from './store.ts'
import { writeBackup } from './write.ts'

const CHECK_VIOLATION = '23514'
const NOW = new Date('2026-11-21T09:00:00Z')
const PICTURE = Buffer.from('the bytes of a picture, as far as a backup cares')
/** Begins with the first 20 digits of the bytes' SHA-256. */
const PICTURE_NAME = 'f4015a9ec759ac6f065d-1080x1350-111111'
const images = [`/pictures/${PICTURE_NAME}.jpg`]

let shop: TestShop
let folder: string
let file: string
/** Reference of a payment with a pending mail and refund. */
let owed: string
let paidOrder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jara-backup-'))
  file = join(folder, 'shop.jsonl.gz')
  shop = await openTestShop()
  await seedPlace(shop.db)
  await seedProduct(shop.db, {
    id: 'tee',
    name: 'Tee\u2028 "Èkó"\\ \u0007\n{a,b}',
    tags: ['NewIn', 'a "b", c', ''],
    discountType: 'percentage',
    discountValue: 1250,
    discountExpiresAt: new Date('2026-12-31T22:59:59.999Z'),
    images: [...images, 'https://pictures.example/foreign.jpg'],
  })
  await seedProduct(shop.db, { id: 'cap', stock: [{ quantity: 1 }], images })
  const paid = await placeOrder(shop, [{ productId: 'tee', quantity: 2, price: 10_937.5 }])
  await pay(shop, paid)
  paidOrder = (await getOrderOf(shop, paid)).order.id
  await openCase(shop.db, paidOrder, { kind: 'disputed' }, shop.now())
  const failed = await placeOrder(shop, [{ productId: 'tee', price: 10_937.5 }])
  await decline(shop, failed)
  await verify(shop, failed)
  owed = await placeOrder(shop, [{ productId: 'cap', color: '', size: '' }])
  passTime(shop, 31)
  await shop.jobs.runDue()
  const other = await placeOrder(shop, [{ productId: 'cap', color: '', size: '' }])
  await pay(shop, other)
  await shop.jobs.runDue()
  await placeOrder(shop, [{ productId: 'tee', price: 10_937.5 }])
  await pay(shop, owed)
  await verify(shop, owed)
  await recordAct(
    shop.db,
    { actor: 'ngozi', action: 'stock.receive', subject: 'tee', details: { note: '"quoted"' } },
    shop.now(),
  )
  await putOriginal(shop.pictureStore, PICTURE_NAME, PICTURE)
  await writeBackup({ db: shop.db, file, now: shop.now(), pictureStore: shop.pictureStore })
}, 120_000)

afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

let target: Connection
let picturesDir: string
/** Opens an empty shop for the following tests. */
async function openTarget(): Promise<void> {
  await target?.close()
  target = await openFreshDatabase()
  picturesDir = await mkdtemp(join(folder, 'pictures-'))
}
afterAll(() => target.close())

const restore = (from = file, more: { beforeReplacing?: () => Promise<void> } = {}) =>
  restoreBackup({
    connection: target,
    file: from,
    pictureStore: createFolderStore(picturesDir),
    actor: 'ngozi',
    now: NOW,
    ...more,
  })

const codeOf = (run: Promise<unknown>) => run.then(() => undefined, sqlState)

/** All rows except the audit entry of the restore. */
async function restoredRows(db: Database) {
  const rows = await rowsByTable(db)
  return { ...rows, audit_log: rows.audit_log?.filter((row) => !row.includes('backup.restore')) }
}

test('every table is restored byte for byte, with its sequences, constraints and the pictures', async () => {
  await openTarget()
  const before = await rowsByTable(shop.db)
  expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(12)

  const backup = await restore()

  expect(await restoredRows(target.db)).toEqual(before)
  await checkLedger(target.db)
  expect(await listOriginals(createFolderStore(picturesDir))).toEqual([PICTURE_NAME])
  expect(await readFile(join(picturesDir, 'originals', PICTURE_NAME))).toEqual(PICTURE)
  expect(Object.keys(backup.rows).toSorted()).toEqual(Object.keys(before).toSorted())

  const moves = before.stock_moves?.length ?? 0
  await receiveStock(target.db, { productId: 'cap', color: '', size: '' }, 1, 'after the restore')
  expect((await rowsByTable(target.db)).stock_moves).toHaveLength(moves + 1)
  await openCase(target.db, paidOrder, { kind: 'external-refund', detail: '42' }, NOW)
  expect(await reviewOf(target.db, paidOrder)).toBe(
    'the payment is disputed; a refund was made at the provider (42)',
  )
  for (const change of [
    sql`update orders set total_kobo = 1 where status = 'paid'`,
    sql`delete from order_lines`,
    sql`update stock_moves set quantity = 1`,
    sql`delete from audit_log`,
  ]) {
    expect(await codeOf(target.db.execute(change))).toBe(CHECK_VIOLATION)
  }
  expect(await listActs(target.db, { limit: 1 })).toMatchObject([
    { actor: 'ngozi', action: 'backup.restore', details: { orders: before.orders?.length, pictures: 1 } },
  ])
})

test('a restore ends every session and every mailed or owed code, as they may have ended since the backup', async () => {
  const other = await openTestShop()
  try {
    await addAccount(other, 'ada@example.com')
    await other.call('POST', '/api/auth/forgot-password', { email: 'ada@example.com' })
    const kept = join(folder, 'sessions.jsonl.gz')
    await writeBackup({ db: other.db, file: kept, now: NOW })
    const { sessions = [], codes = [], outbox = [], users } = await rowsByTable(other.db)
    expect([sessions.length, codes.length, outbox.length]).toEqual([1, 1, 1])
    await openTarget()
    await restore(kept)
    expect(await rowsByTable(target.db)).toMatchObject({ sessions: [], codes: [], outbox: [], users })
  } finally {
    await other.close()
  }
})

test('a pending mail and a pending refund are sent and made once by the restored shop', async () => {
  await openTarget()
  await restore()
  const log = pino({ level: 'silent' })
  const jobs = createJobs({
    database: target.jobsDatabase,
    log,
    metrics: shop.metrics,
    polling: false,
  })
  const mail = { send: async () => void sent.push('mail') }
  const sent: string[] = []
  const { order, attempt } = await getOrderOf(shop, owed)
  expect([order.status, attempt.state]).toEqual(['cancelled', 'refund_due'])
  defineWork({ ...shop, sandbox: shop.sandbox.app, db: target.db, jobs, mail })
  await jobs.start()
  passTime(shop, 2)
  try {
    await jobs.runDue()
    await jobs.runDue()
  } finally {
    await jobs.stop()
  }
  const [refund] = await target.db.select().from(refunds)
  expect(refund).toMatchObject({ reference: owed, state: 'sent', attempts: 1 })
  const unsent = (await rowsByTable(shop.db)).outbox?.filter((row) => row.includes('order_refunded'))
  expect(unsent).toHaveLength(1)
  expect(sent).toHaveLength(1)
})

test('only its owner may read the file, and no unfinished file is left next to it', async () => {
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([])
})

test('a damaged picture is reported when the backup is written, not when it is restored', async () => {
  const damaged = createFolderStore(await mkdtemp(join(folder, 'damaged-')))
  await putOriginal(damaged, PICTURE_NAME, PICTURE.subarray(1))
  const path = join(folder, 'damaged.jsonl.gz')
  const writing = writeBackup({ db: shop.db, file: path, now: NOW, pictureStore: damaged })
  await expect(writing).rejects.toThrow(`The picture ${PICTURE_NAME} is damaged`)
  await expect(writing).rejects.toBeInstanceOf(Refusal)
  expect(await readdir(folder)).not.toContain('damaged.jsonl.gz')
})

test('a backup without a picture that a product shows is refused, unless it is made without pictures', async () => {
  await openTarget()
  const named = ['a', 'b', 'c'].map((letter) => `${letter.repeat(20)}-1080x1350-111111`)
  const [first = '', ...others] = named.map((name) => `/pictures/${name}.jpg`)
  await seedProduct(target.db, { id: 'shown', images: [...images, first] })
  await seedProduct(target.db, { id: 'retired', images: [first, ...others], retired: true })
  const path = join(folder, 'missing.jsonl.gz')
  const write = (pictureStore?: PictureStore) =>
    writeBackup({ db: target.db, file: path, now: NOW, pictureStore })
  const refused = await write(shop.pictureStore).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(Refusal)
  expect((refused as Error).message).toContain(
    `Pictures that products show cannot be found: 3 of 4 (${named[0]}, ${named[1]}, …). DATA_DIR and`,
  )
  expect((await readdir(folder)).filter((name) => name.startsWith('missing'))).toEqual([])
  expect((await write()).pictures).toBe(0)
})

test('the same bytes under two names are both saved, whichever of them a product shows', async () => {
  const again = PICTURE_NAME.replace(/1{6}$/, '222222')
  const pictureStore = createFolderStore(await mkdtemp(join(folder, 'twice-')))
  for (const name of [PICTURE_NAME, again]) await putOriginal(pictureStore, name, PICTURE)
  const written = await writeBackup({
    db: shop.db,
    file: join(folder, 'twice.jsonl.gz'),
    now: NOW,
    pictureStore,
  })
  expect(written.pictures).toBe(2)
})

test('a shop is replaced only on request, after its contents were saved', async () => {
  await openTarget()
  await seedProduct(target.db, { id: 'old' })
  const before = await rowsByTable(target.db)
  await expect(restore()).rejects.toThrow('The database already holds a shop.')
  expect(await rowsByTable(target.db)).toEqual(before)

  const failing = async () => {
    throw new Error('no room for a backup')
  }
  await expect(restore(file, { beforeReplacing: failing })).rejects.toThrow('no room')
  expect(await rowsByTable(target.db)).toEqual(before)

  const saved = join(folder, 'saved.jsonl.gz')
  await restore(file, {
    beforeReplacing: async () => void (await writeBackup({ db: target.db, file: saved, now: NOW })),
  })
  expect(await target.db.select({ id: products.id }).from(products)).not.toContainEqual({ id: 'old' })
  const back = async () => void 0
  await restore(saved, { beforeReplacing: back })
  expect(await restoredRows(target.db)).toEqual(before)
})

/** Runs while another connection of a shop is open: on PostgreSQL the pool's second, on the embedded database a view with one. */
async function whileShopIsOpen(run: () => Promise<void>): Promise<void> {
  if (target.kind === 'postgres') {
    await target.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      await run()
    })
    return
  }
  await target.db.execute(sql`create view pg_stat_activity as
    select current_database() as datname, 'jara' as application_name, -1 as pid`)
  await target.db.execute(sql`set search_path = public, pg_catalog`)
  await run()
  await target.db.execute(sql`set search_path = default`)
  await target.db.execute(sql`drop view public.pg_stat_activity`)
}

test('while a shop is open on the database, nothing is restored, saved or written', async () => {
  await openTarget()
  await seedProduct(target.db, { id: 'kept' })
  const before = await rowsByTable(target.db)
  await whileShopIsOpen(async () => {
    const restoring = restoreBackup({
      connection: { db: target.db, kind: 'postgres' },
      file,
      pictureStore: createFolderStore(picturesDir),
      actor: 'ngozi',
      now: NOW,
      beforeReplacing: () => Promise.reject(new Error('must not be reached')),
    })
    await expect(restoring).rejects.toThrow('A shop is open on this database.')
    expect(await listOriginals(createFolderStore(picturesDir))).toEqual([])
  })
  expect(await rowsByTable(target.db)).toEqual(before)
})

test('a file that is altered after the check changes nothing', async () => {
  await openTarget()
  await seedProduct(target.db, { id: 'mine' })
  const before = await rowsByTable(target.db)
  const moving = join(folder, 'moving.jsonl.gz')
  await writeFile(moving, await readFile(file))
  const whole = gunzipSync(await readFile(file)).toString('utf8')
  const exchange = () => writeFile(moving, gzipSync(whole.replace('"1250000"', '"1"')))
  await expect(restore(moving, { beforeReplacing: exchange })).rejects.toThrow(
    'changed while it was being restored',
  )
  expect(await rowsByTable(target.db)).toEqual(before)
})

describe('an altered file is refused, and nothing is changed', () => {
  beforeAll(openTarget)
  const lines = async () =>
    gunzipSync(await readFile(file))
      .toString('utf8')
      .split('\n')
      .slice(0, -1)
  const packed = (changed: string[]) => gzipSync(`${changed.join('\n')}\n`)

  test.each<[string, (whole: Buffer) => Promise<Buffer> | Buffer, string]>([
    ['cut short', (whole) => whole.subarray(0, whole.length >> 1), 'cut short'],
    ['without its last bytes', (whole) => whole.subarray(0, -4), 'cut short'],
    ['with a flipped bit', (whole) => flipped(whole, whole.length >> 1), 'damaged'],
    [
      'with a changed amount',
      async () => packed((await lines()).map((line) => line.replace('"1250000"', '"1"'))),
      'checksum',
    ],
    [
      'with a missing row',
      async () => packed((await lines()).filter((line) => !line.includes('stock.receive'))),
      'checksum',
    ],
    ['without its end', async () => packed((await lines()).slice(0, -1)), 'its end is missing'],
    [
      'with more after its end',
      async () => packed([...(await lines()), '{"table":"orders","columns":["id"]}']),
      'after its end',
    ],
    [
      'of an unknown form',
      async () => packed([...(await lines()).slice(0, 3), '{"drop":"orders"}']),
      'unknown form',
    ],
    [
      'of a newer format',
      async () => packed((await lines()).map((line) => line.replace('"version":1', '"version":2'))),
      'newer version',
    ],
    [
      'of an unknown schema',
      async () => packed((await lines()).map((line) => line.replace(/"hash":"\w{8}/, '"hash":"00000000'))),
      'checksum',
    ],
    ['that is not a backup', () => gzipSync('["a","b"]\n'), 'out of place'],
    ['that is not compressed', () => Buffer.from('hello'), 'cannot be unpacked'],
  ])('%s', async (_, change, reason) => {
    const bad = join(folder, 'bad.jsonl.gz')
    await writeFile(bad, await change(await readFile(file)))
    const before = await rowsByTable(target.db)
    const refused = await restore(bad).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Refusal)
    expect((refused as Error).message).toContain(reason)
    expect(await rowsByTable(target.db)).toEqual(before)
    expect(await listOriginals(createFolderStore(picturesDir))).toEqual([])
  })

  function flipped(whole: Buffer, at: number): Buffer {
    const changed = Buffer.from(whole)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    return changed
  }
})

test('a backup of the first released schema is migrated', async () => {
  await openTarget()
  const old = await openFreshDatabase()
  const saved = join(folder, 'old.jsonl.gz')
  try {
    await old.db.transaction(async (tx) => {
      await dropEverything(tx)
      await applyMigrations(tx, listMigrations().slice(0, 2))
      await tx.execute(sql`insert into settings values ('app_secret', 'kept')`)
      await tx.execute(sql`insert into products (id, sku, name, description, category, price_kobo)
        values ('tee', 'TEE', 'Tee', '', 'Tees', 100)`)
      await tx.execute(sql`insert into stock_items values ('tee', '', '', 3, 0, 0)`)
      await tx.execute(sql`insert into stock_moves (product_id, color, size, kind, quantity)
        values ('tee', '', '', 'receive', 3)`)
      await tx.execute(sql`insert into audit_log (action, subject) values ('catalogue.import', 'old')`)
    })
    await writeBackup({ db: old.db, file: saved, now: NOW })
    const tables = (await listTables(old.db)).map(({ table }) => table)
    expect(tables).toContain('audit_log')
    expect(tables).not.toContain('stock_alerts')
  } finally {
    await old.close()
  }
  await restore(saved)
  expect((await listApplied(target.db)).map(({ hash }) => hash)).toEqual(
    listMigrations().map(({ hash }) => hash),
  )
  expect(await target.db.select().from(settings)).toEqual([{ key: 'app_secret', value: 'kept' }])
  expect(await target.db.select().from(stockItems)).toMatchObject([{ productId: 'tee', available: 3 }])
  expect((await listActs(target.db, { limit: 9 })).map(({ actor, action }) => [actor, action])).toEqual([
    ['ngozi', 'backup.restore'],
    [null, 'catalogue.import'],
  ])
  await checkLedger(target.db)
})
