import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { listOriginals } from '#server/pictures/original.ts'
import { createFolderStore } from '#server/pictures/picture-store.ts'
import { Refusal } from '#server/refusal.ts'
import { openBackupScene } from '#test/support/backup-scene.ts'
import { seedProduct } from '#test/support/purchase.ts'
import { rowsByTable } from '#test/support/rows.ts'

const scene = openBackupScene()

test('a file that is altered after the check changes nothing', async () => {
  const { folder, file } = scene
  const { target } = await scene.openTarget()
  await seedProduct(target.db, { id: 'mine' })
  const before = await rowsByTable(target.db)
  const moving = join(folder, 'moving.jsonl.gz')
  await writeFile(moving, await readFile(file))
  const whole = gunzipSync(await readFile(file)).toString('utf8')
  const exchange = () => writeFile(moving, gzipSync(whole.replace('"1250000"', '"1"')))
  await expect(scene.restore(moving, { beforeReplacing: exchange })).rejects.toThrow(
    'changed while it was being restored',
  )
  expect(await rowsByTable(target.db)).toEqual(before)
})

describe('an altered file is refused, and nothing is changed', () => {
  beforeAll(scene.openTarget)
  const lines = async () =>
    gunzipSync(await readFile(scene.file))
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
    [
      'with a row out of place',
      async () => packed((await lines()).toSpliced(1, 0, '["a","b"]')),
      'damaged or was changed: a row is out of place',
    ],
    ['that is not a backup', () => gzipSync('["a","b"]\n'), 'not a backup'],
    ['that is another program’s', () => gzipSync('{"format":"other","rows":[]}\n'), 'not a backup'],
    ['that is not compressed', () => Buffer.from('hello'), 'not a backup'],
  ])('%s', async (_, change, reason) => {
    const { folder, file, target, picturesDir } = scene
    const bad = join(folder, 'bad.jsonl.gz')
    await writeFile(bad, await change(await readFile(file)))
    const before = await rowsByTable(target.db)
    const refused = await scene.restore(bad).catch((error: unknown) => error)
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
