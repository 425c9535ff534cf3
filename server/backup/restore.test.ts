import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { listActs } from '#server/audit/store.ts'
import { applyMigrations, listApplied, listMigrations } from '#server/db/migrate.ts'
import { sqlState } from '#server/db/retry.ts'
import { outbox as outboxTable } from '#server/db/schema/mail.ts'
import { refunds } from '#server/db/schema/payment.ts'
import { settings } from '#server/db/schema/shop.ts'
import { stockItems } from '#server/db/schema/stock.ts'
import { createJobs } from '#server/jobs/queue.ts'
import { openIssue } from '#server/order/issue-store.ts'
import { listOriginals } from '#server/pictures/original.ts'
import { createFolderStore } from '#server/pictures/picture-store.ts'
import { receiveStock } from '#server/stock/store.ts'
import { defineWork } from '#server/work.ts'
import { addAccount } from '#test/support/account.ts'
import { NOW, openBackupScene, PICTURE, PICTURE_NAME, restoredRows } from '#test/support/backup-scene.ts'
import { openFreshDatabase } from '#test/support/fresh-database.ts'
import { checkLedger } from '#test/support/ledger.ts'
import { getOrderOf, passTime } from '#test/support/purchase.ts'
import { reviewOf } from '#test/support/review.ts'
import { rowsByTable } from '#test/support/rows.ts'
import { openTestShop } from '#test/support/shop.ts'
import { invite, joinStaff } from '#test/support/staff.ts'
import { dropEverything, listTables } from './store.ts'
import { writeBackup } from './write.ts'

const scene = openBackupScene()
const { shop } = scene

const CHECK_VIOLATION = '23514'

const codeOf = (run: Promise<unknown>) => run.then(() => undefined, sqlState)

test('every table is restored byte for byte, with its sequences, constraints and the pictures', async () => {
  const { paidOrder } = scene
  const { target, picturesDir } = await scene.openTarget()
  const before = await rowsByTable(shop.db)
  expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(12)

  const backup = await scene.restore()

  const beforeReplacing = () => Promise.reject(new Error('no room for a copy'))
  await expect(scene.restore(scene.file, { beforeReplacing })).rejects.toThrow('no room for a copy')
  expect(await restoredRows(target.db)).toEqual(before)
  await checkLedger(target.db)
  expect(await listOriginals(createFolderStore(picturesDir))).toEqual([PICTURE_NAME])
  expect(await readFile(join(picturesDir, 'originals', PICTURE_NAME))).toEqual(PICTURE)
  expect(Object.keys(backup.rows).toSorted()).toEqual(Object.keys(before).toSorted())

  const moves = before.stock_moves?.length ?? 0
  await receiveStock(target.db, { productId: 'cap', color: '', size: '' }, 1, 'after the restore')
  expect((await rowsByTable(target.db)).stock_moves).toHaveLength(moves + 1)
  await openIssue(target.db, paidOrder, { kind: 'external-refund', detail: '42' }, NOW)
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

test('photos of a return are seen at their signed addresses in the restored shop', async () => {
  const { photos } = scene
  const { target } = await scene.openTarget()
  await scene.restore()
  const restored = createApp({ ...shop, sandbox: shop.sandbox.app, db: target.db })
  const seen = (app: typeof restored) =>
    Promise.all(
      photos.map(async (path) => {
        const response = await app.request(path)
        return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
      }),
    )
  const before = await seen(shop.app)
  expect(before.map(({ status }) => status)).toEqual([200, 200])
  expect(await seen(restored)).toEqual(before)
})

test('a restore ends every session, every mailed or owed code and every one-time link, as they may have ended since the backup', async () => {
  const { folder } = scene
  const other = await openTestShop()
  try {
    await addAccount(other, 'ada@example.com')
    await other.call('POST', '/api/auth/forgot-password', { email: 'ada@example.com' })
    await invite(other, { email: 'bisi@example.com', role: 'packer' })
    const member = await joinStaff(other, 'owner')
    await member.call('POST', '/login/passkey-challenge')
    await other.db.delete(outboxTable).where(eq(outboxTable.kind, 'staff_new_device'))
    const backupFile = join(folder, 'sessions.jsonl.gz')
    await writeBackup({ db: other.db, file: backupFile, now: NOW })
    const { sessions = [], codes = [], outbox = [], users, staff_members } = await rowsByTable(other.db)
    expect([sessions.length, codes.length, outbox.length]).toEqual([1, 1, 3])
    const { target } = await scene.openTarget()
    await scene.restore(backupFile)
    const ended = { sessions: [], codes: [], staff_sessions: [], staff_links: [], staff_challenges: [] }
    expect(await rowsByTable(target.db)).toMatchObject({ ...ended, outbox: [], users, staff_members })
  } finally {
    await other.close()
  }
})

test('a pending mail and a pending refund are sent and made once by the restored shop', async () => {
  const { owed } = scene
  const { target } = await scene.openTarget()
  await scene.restore()
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

test('a backup of the first released schema is migrated', async () => {
  const { folder } = scene
  const { target } = await scene.openTarget()
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
  await scene.restore(saved)
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
