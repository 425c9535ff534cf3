import { access, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import sharp from 'sharp'
import { encodeVariant } from './encode.ts'
import { originalPath } from './original.ts'
import { createQueue } from './queue.ts'
import type { Variant } from './variant.ts'
import { writeWhole } from './write-whole.ts'

type Bytes = Uint8Array<ArrayBuffer>

export type Pictures = {
  /** The variant's bytes: from the disk, or made now and kept there. Undefined when the shop has no such picture. */
  find: (variant: Variant) => Promise<Bytes | undefined>
}

/**
 * Variants of the originals in `picturesDir`, made when first asked for. However many ask for one at the same time it
 * is made once, and making leaves a processor to the rest of the shop.
 */
export function createPictures(options: {
  picturesDir: string
  log: Logger
  encode?: typeof encodeVariant
}): Pictures {
  const { picturesDir, log, encode = encodeVariant } = options
  sharp.concurrency(1)
  sharp.cache(false)
  const queue = createQueue(Math.max(1, Math.min(4, availableParallelism() - 1)))
  const underWay = new Map<string, Promise<Bytes | undefined>>()
  let toldOfFailedWrite = false

  async function keep(path: string, bytes: Bytes): Promise<void> {
    try {
      await writeWhole(path, bytes, { flush: false })
    } catch (error) {
      if (!toldOfFailedWrite) log.warn({ err: error }, 'pictures cannot be kept on disk: each is made anew')
      toldOfFailedWrite = true
    }
  }

  async function load(variant: Variant): Promise<Bytes | undefined> {
    const path = join(picturesDir, 'variants', variant.name.slice(0, 2), variant.name)
    const kept = await readIfPresent(path)
    if (kept) return kept
    const original = originalPath(picturesDir, variant.original)
    if (!(await isPresent(original))) return undefined
    const bytes = await queue(() => encode(original, variant))
    await keep(path, bytes)
    return bytes
  }

  return {
    find: (variant) => {
      const already = underWay.get(variant.name)
      if (already) return already
      const loading = load(variant).finally(() => underWay.delete(variant.name))
      underWay.set(variant.name, loading)
      return loading
    },
  }
}

/** An unreadable or empty file (a power cut can leave one) counts as absent: it is made and written again. */
async function readIfPresent(path: string): Promise<Bytes | undefined> {
  const bytes = await readFile(path).catch(() => undefined)
  return bytes && bytes.length > 0 ? bytes : undefined
}

async function isPresent(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
