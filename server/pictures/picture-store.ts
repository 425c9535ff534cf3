import { access, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createS3Store, type S3Bucket } from './s3-store.ts'
import { writeWhole } from './write-whole.ts'

export type Bytes = Uint8Array<ArrayBuffer>

/**
 * Where originals and the variants made from them lie, for all processes of the shop. A name stands for its content: what
 * is there never changes. `keys` are paths without a leading slash, such as `originals/<name>`.
 */
export type PictureStore = {
  /** Undefined when nothing lies there. Rejects when the store cannot say. */
  read: (key: string) => Promise<Bytes | undefined>
  has: (key: string) => Promise<boolean>
  /** Whole or not at all; kept for good when it resolves, a power cut included, if `isLasting`. */
  write: (key: string, bytes: Uint8Array, options: { isLasting: boolean }) => Promise<void>
  /** The names that lie directly under `folder/`. */
  list: (folder: string) => Promise<string[]>
}

/** The bucket where the variables name one, else a folder. */
export function openPictureStore(folder: string, bucket: S3Bucket | undefined): PictureStore {
  return bucket === undefined ? createFolderStore(folder) : createS3Store(bucket)
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
