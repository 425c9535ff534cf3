import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import type { Logger } from 'pino'
import type { Bytes } from '#server/http/coding.ts'
import { encodeVariant, type Variant } from './encode.ts'
import { hasOriginal, readOriginal } from './original.ts'
import type { PictureStore } from './picture-store.ts'
import { S3Error } from './s3-store.ts'

/**
 * Variants of the originals in the store, encoded on first request. Concurrent requests for a variant share one encoding
 * in this process (another process may encode the same), and encoding leaves one processor to the rest of the shop.
 */
export function createPictures(options: {
  pictureStore: PictureStore
  log: Logger
  encode?: typeof encodeVariant
}) {
  const { pictureStore, log, encode = encodeVariant } = options
  const turns = pLimit(Math.max(1, Math.min(4, availableParallelism() - 1)))
  const underWay = new Map<string, Promise<Bytes | undefined>>()
  let isFailureLogged = false

  async function store(key: string, bytes: Bytes): Promise<void> {
    try {
      await pictureStore.write(key, bytes, { isLasting: false })
    } catch (error) {
      if (!isFailureLogged)
        log.warn({ err: error }, 'pictures cannot be cached: each request encodes its own')
      isFailureLogged = true
    }
  }

  async function load(variant: Variant): Promise<Bytes | undefined> {
    const key = `variants/${variant.name.slice(0, 2)}/${variant.name}`
    const cached = await pictureStore.read(key).catch(absentUnlessAway)
    if (cached !== undefined && cached.length > 0) return cached
    // Checked before queueing: requests for unknown names must not fill the queue.
    if (!(await hasOriginal(pictureStore, variant.original))) return undefined
    const bytes = await turns(async () => {
      const original = await readOriginal(pictureStore, variant.original)
      return original && encode(original, variant)
    })
    if (bytes !== undefined) await store(key, bytes)
    return bytes
  }

  return {
    /** The variant's bytes, from the store or encoded now and stored. Undefined when the shop has no such picture. */
    find: (variant: Variant): Promise<Bytes | undefined> => {
      const already = underWay.get(variant.name)
      if (already) return already
      const loading = load(variant).finally(() => underWay.delete(variant.name))
      underWay.set(variant.name, loading)
      return loading
    },
  }
}

/**
 * An unreadable file on disk (a power cut can leave one) counts as absent: it is encoded and written again. A store that
 * does not respond would not return the original either, so its error is rethrown instead of waiting a second time.
 */
function absentUnlessAway(error: unknown): undefined {
  if (error instanceof S3Error) throw error
}
