import { mkdtemp, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { putOriginal } from '#server/pictures/original.ts'
import { createFolderStore, type PictureStore } from '#server/pictures/picture-store.ts'
import { Refusal } from '#server/refusal.ts'
import { IMAGES, NOW, openBackupScene, PICTURE, PICTURE_NAME } from '#test/support/backup-scene.ts'
import { seedProduct } from '#test/support/purchase.ts'
import { writeBackup } from './write.ts'

const scene = openBackupScene()
const { shop } = scene

test('only its owner may read the file, and no unfinished file is left next to it', async () => {
  const { folder, file } = scene
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([])
})

test('a damaged picture is reported when the backup is written, not when it is restored', async () => {
  const { folder } = scene
  const damaged = createFolderStore(await mkdtemp(join(folder, 'damaged-')))
  await putOriginal(damaged, PICTURE_NAME, PICTURE.subarray(1))
  const path = join(folder, 'damaged.jsonl.gz')
  const writing = writeBackup({ db: shop.db, file: path, now: NOW, pictureStore: damaged })
  await expect(writing).rejects.toThrow(`The picture ${PICTURE_NAME} is damaged`)
  await expect(writing).rejects.toBeInstanceOf(Refusal)
  expect(await readdir(folder)).not.toContain('damaged.jsonl.gz')
})

test('a backup without a picture that a product shows is refused, unless it is made without pictures', async () => {
  const { folder } = scene
  const { target } = await scene.openTarget()
  const named = ['a', 'b', 'c'].map((letter) => `${letter.repeat(20)}-1080x1350-111111`)
  const [first = '', ...others] = named.map((name) => `/pictures/${name}.jpg`)
  await seedProduct(target.db, { id: 'shown', images: [...IMAGES, first] })
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
  const { folder } = scene
  const again = PICTURE_NAME.replace(/1{6}$/, '222222')
  const pictureStore = createFolderStore(await mkdtemp(join(folder, 'twice-')))
  for (const name of [PICTURE_NAME, again]) await putOriginal(pictureStore, name, PICTURE)
  const file = join(folder, 'twice.jsonl.gz')
  const written = await writeBackup({ db: shop.db, file, now: NOW, pictureStore })
  expect(written.pictures).toBe(2)
})
