import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { createSemaphore } from '#server/semaphore.ts'
import { encodeVariant } from './encode.ts'
import { hasOriginal, readOriginal } from './original.ts'
import type { Bytes, PictureStore } from './picture-store.ts'
import { S3Error } from './s3-store.ts'
import type { Variant } from './variant.ts'

export type Pictures = {
  /** The variant's bytes: as they were kept, or made now and kept. Undefined when the shop has no such picture. */
  find: (variant: Variant) => Promise<Bytes | undefined>
}

/**
 * Variants of the originals in the store, made when first asked for. However many ask for one at the same time it is made
 * once by this process (another one may make the same bytes), and making leaves a processor to the rest of the shop.
 */
export function createPictures(options: {
  pictureStore: PictureStore
  log: Logger
  encode?: typeof encodeVariant
}): Pictures {
  const { pictureStore, log, encode = encodeVariant } = options
  const turns = createSemaphore(Math.max(1, Math.min(4, availableParallelism() - 1)))
  const underWay = new Map<string, Promise<Bytes | undefined>>()
  let toldOfFailedWrite = false

  async function keep(key: string, bytes: Bytes): Promise<void> {
    try {
      await pictureStore.write(key, bytes, { isLasting: false })
    } catch (error) {
      if (!toldOfFailedWrite) log.warn({ err: error }, 'pictures cannot be kept: each is made anew')
      toldOfFailedWrite = true
    }
  }

  async function load(variant: Variant): Promise<Bytes | undefined> {
    const key = `variants/${variant.name.slice(0, 2)}/${variant.name}`
    const kept = await pictureStore.read(key).catch(absentUnlessAway)
    if (kept !== undefined && kept.length > 0) return kept
    // Asked for before it is this picture's turn: names that the shop does not have must not stand in the queue.
    if (!(await hasOriginal(pictureStore, variant.original))) return undefined
    const bytes = await turns(async () => {
      const original = await readOriginal(pictureStore, variant.original)
      return original && encode(original, variant)
    })
    if (bytes !== undefined) await keep(key, bytes)
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

/**
 * What a disk cannot read or has empty (a power cut can leave that) counts as absent: it is made and written again. A
 * store that does not answer would not for the original either: nobody waits for it twice.
 */
function absentUnlessAway(error: unknown): undefined {
  if (error instanceof S3Error) throw error
}
