import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Connection } from '#server/db/connection.ts'
import { products } from '#server/db/schema.ts'
import { listOriginals } from '#server/pictures/original.ts'
import { createFolderStore } from '#server/pictures/picture-store.ts'
import { NOW, openBackupScene, restoredRows } from '#test/support/backup-scene.ts'
import { seedProduct } from '#test/support/purchase.ts'
import { rowsByTable } from '#test/support/rows.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write.ts'

const scene = openBackupScene()

test('a shop is replaced only on request, after its contents were saved', async () => {
  const { folder, file } = scene
  const { target } = await scene.openTarget()
  await seedProduct(target.db, { id: 'old' })
  const before = await rowsByTable(target.db)
  await expect(scene.restore()).rejects.toThrow('The database already holds a shop.')
  expect(await rowsByTable(target.db)).toEqual(before)

  const failing = async () => {
    throw new Error('no room for a backup')
  }
  await expect(scene.restore(file, { beforeReplacing: failing })).rejects.toThrow('no room')
  expect(await rowsByTable(target.db)).toEqual(before)

  const saved = join(folder, 'saved.jsonl.gz')
  await scene.restore(file, {
    beforeReplacing: async () => void (await writeBackup({ db: target.db, file: saved, now: NOW })),
  })
  expect(await target.db.select({ id: products.id }).from(products)).not.toContainEqual({ id: 'old' })
  const back = async () => void 0
  await scene.restore(saved, { beforeReplacing: back })
  expect(await restoredRows(target.db)).toEqual(before)
})

/** Runs while another connection of a shop is open: the pool's second. */
async function whileShopIsOpen(target: Connection, run: () => Promise<void>): Promise<void> {
  await target.db.transaction(async (tx) => {
    await tx.execute(sql`select 1`)
    await run()
  })
}

test('while a shop is open on the database, nothing is restored, saved or written', async () => {
  const { file } = scene
  const { target, picturesDir } = await scene.openTarget()
  await seedProduct(target.db, { id: 'kept' })
  const before = await rowsByTable(target.db)
  await whileShopIsOpen(target, async () => {
    const restoring = restoreBackup({
      db: target.db,
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
