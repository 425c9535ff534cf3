import { randomBytes } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Bytes } from '#server/http/coding.ts'

/**
 * Stores originals and their variants, shared by all processes of the shop. Names are content-addressed: an object never
 * changes. Keys are paths without a leading slash, such as `originals/<name>`.
 */
export type PictureStore = {
  /** Undefined when there is no such object. Rejects when the store fails. */
  read: (key: string) => Promise<Bytes | undefined>
  has: (key: string) => Promise<boolean>
  /** Atomic. With `isLasting`, durable when it resolves, even after a power cut. */
  write: (key: string, bytes: Uint8Array, options: { isLasting: boolean }) => Promise<void>
  /** The names directly under `folder/`. */
  list: (folder: string) => Promise<string[]>
}

export function createFolderStore(folder: string): PictureStore {
  return {
    read: (key) => readFile(join(folder, key)).catch(absentIs(undefined)),
    has: (key) => access(join(folder, key)).then(() => true, absentIs(false)),
    write: (key, bytes, { isLasting }) => writeWhole(join(folder, key), bytes, { flush: isLasting }),
    list: (name) => readdir(join(folder, name)).catch(absentIs<string[]>([])),
  }
}

function absentIs<T>(value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === 'ENOENT') return value
    throw error
  }
}

/** Writes a file atomically. With `flush` it also survives a power cut. */
async function writeWhole(path: string, data: Uint8Array, options: { flush: boolean }): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const unfinished = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await writeFile(unfinished, data, { flush: options.flush })
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
