import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll } from 'vitest'
import { recordAct } from '#server/audit/store.ts'
import type { Backup } from '#server/backup/read.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { writeBackup } from '#server/backup/write.ts'
import type { Connection, Database } from '#server/db/connection.ts'
import { openIssue } from '#server/order/issue-store.ts'
import { receiptUrl } from '#server/order/receipt-link.ts'
import { putOriginal } from '#server/pictures/original.ts'
import { createFolderStore } from '#server/pictures/picture-store.ts'
import { deliverParcels } from './delivered.ts'
import { openFreshDatabase } from './fresh-database.ts'
import { decline, getOrderOf, passTime, pay, placeOrder, seedPlace, seedProduct, verify } from './purchase.ts'
import { rowsByTable } from './rows.ts'
import type { TestShop } from './shop.ts'
import { openShopScene } from './shop-scene.ts'

/** When a backup is restored. */
export const NOW = new Date('2026-11-21T09:00:00Z')
export const PICTURE = Buffer.from('the bytes of a picture, as far as a backup cares')
/** Begins with the first 20 digits of the bytes' SHA-256. */
export const PICTURE_NAME = 'f4015a9ec759ac6f065d-1080x1350-111111'
/** The pictures of each product. */
export const IMAGES = [`/pictures/${PICTURE_NAME}.jpg`]

export type BackupScene = {
  /** A shop with products, orders in several states, an issue, a return with photos and a picture. */
  shop: TestShop
  /** For the files of the tests. */
  folder: string
  /** The backup of the shop, in the folder. */
  file: string
  /** Reference of a payment with a pending mail and refund. */
  owed: string
  paidOrder: string
  /** Where the buyer of the paid order sees what they showed of what is to come back: signed addresses. */
  photos: string[]
  /** Where the backup is restored. */
  target: Connection
  /** The target's pictures. */
  picturesDir: string
  /** Opens an empty target for the following tests. */
  openTarget: () => Promise<Pick<BackupScene, 'target' | 'picturesDir'>>
  /** Restores the shop's backup, or another file, on the target. */
  restore: (from?: string, more?: { beforeReplacing?: () => Promise<void> }) => Promise<Backup>
}

/** A shop with its backup, for one file of tests. */
export function openBackupScene(): BackupScene {
  const shop = openShopScene()
  const scene = {
    shop,
    openTarget: async () => {
      await scene.target?.close()
      scene.target = await openFreshDatabase()
      scene.picturesDir = await mkdtemp(join(scene.folder, 'pictures-'))
      const { target, picturesDir } = scene
      return { target, picturesDir }
    },
    restore: (from = scene.file, more = {}) =>
      restoreBackup({
        db: scene.target.db,
        file: from,
        pictureStore: createFolderStore(scene.picturesDir),
        actor: 'ngozi',
        now: NOW,
        ...more,
      }),
  } as BackupScene
  beforeAll(async () => {
    scene.folder = await mkdtemp(join(tmpdir(), 'jara-backup-'))
    scene.file = join(scene.folder, 'shop.jsonl.gz')
    shop.settings.rateLimits = false
    Object.assign(scene, await trade(shop))
    const { file } = scene
    await putOriginal(shop.pictureStore, PICTURE_NAME, PICTURE)
    await writeBackup({ db: shop.db, file, now: shop.now(), pictureStore: shop.pictureStore })
  }, 120_000)
  afterAll(async () => {
    await scene.target?.close()
    await rm(scene.folder, { recursive: true, force: true })
  })
  return scene
}

/** Fills an empty shop with what a backup has to contain. */
async function trade(shop: TestShop): Promise<Pick<BackupScene, 'owed' | 'paidOrder' | 'photos'>> {
  await seedPlace(shop.db)
  await seedProduct(shop.db, {
    id: 'tee',
    name: 'Tee\u2028 "Èkó"\\ \u0007\n{a,b}',
    tags: ['NewIn', 'a "b", c', ''],
    discountType: 'percentage',
    discountValue: 1250,
    discountExpiresAt: new Date('2026-12-31T22:59:59.999Z'),
    images: [...IMAGES, 'https://pictures.example/foreign.jpg'],
  })
  await seedProduct(shop.db, { id: 'cap', stock: [{ quantity: 1 }], images: IMAGES })
  const paid = await placeOrder(shop, [{ productId: 'tee', quantity: 2, price: 10_937.5 }])
  await pay(shop, paid)
  const paidOrder = (await getOrderOf(shop, paid)).order.id
  await openIssue(shop.db, paidOrder, { kind: 'disputed' }, shop.now())
  const failed = await placeOrder(shop, [{ productId: 'tee', price: 10_937.5 }])
  await decline(shop, failed)
  await verify(shop, failed)
  const owed = await placeOrder(shop, [{ productId: 'cap', color: '', size: '' }])
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
  return { owed, paidOrder, photos: await askReturn(shop, paidOrder) }
}

/** The buyer asks to send a piece back, with photos; returns their addresses. */
async function askReturn(shop: TestShop, orderId: string): Promise<string[]> {
  await deliverParcels(shop, orderId, [[2]])
  const token = receiptUrl(shop.settings, { orderId, madeAt: shop.now() }).split('/').at(-1)
  const path = `/api/return/receipt/${token}`
  const wish = { lines: [{ position: 0, quantity: 1 }], reason: 'faulty', words: 'Òmíràn', after: 0 }
  await shop.call('POST', path, wish)
  for (const [slot, background] of [
    [1, '#884422'],
    [2, '#224488'],
  ] as const) {
    const photo = await sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .jpeg()
      .toBuffer()
    const body = new FormData()
    body.append('photo', new Blob([new Uint8Array(photo)]), 'IMG_1.jpg')
    await shop.request(`${path}/1/photo/${slot}`, { method: 'POST', body })
  }
  const { body } = await shop.call('GET', path)
  return body.requests[0].photos
}

/** All rows except the audit entry of the restore. */
export async function restoredRows(db: Database) {
  const rows = await rowsByTable(db)
  return { ...rows, audit_log: rows.audit_log?.filter((row) => !row.includes('backup.restore')) }
}
