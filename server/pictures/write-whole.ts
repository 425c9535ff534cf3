import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a file atomically. With `flush` it also survives a power cut. */
export async function writeWhole(path: string, data: Uint8Array, options: { flush: boolean }): Promise<void> {
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
