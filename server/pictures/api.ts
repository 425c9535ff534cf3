import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Dependencies } from '#server/dependencies.ts'
import { FOR_EVER } from '#server/http/cache-for.ts'
import type { AppEnv } from '#server/http/router.ts'
import { ShopError } from '#shared/errors.ts'
import type { PictureFormat } from '#shared/picture.ts'
import { createPictures } from './cache.ts'
import { parseVariant } from './encode.ts'
import { S3Error } from './s3-store.ts'

const MEDIA_TYPE: Record<PictureFormat, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
}

/** Addresses are content-addressed, so responses may be cached forever. */
export function picturesApi(dependencies: Pick<Dependencies, 'pictureStore' | 'log'>) {
  const pictures = createPictures(dependencies)
  return new Hono<AppEnv>().get('/pictures/:file', async (context) => {
    const variant = parseVariant(context.req.path)
    const bytes = variant && (await pictures.find(variant).catch(refuseForNow(dependencies.log)))
    if (!bytes) throw new ShopError('NOT_FOUND', 'There is no such picture.')
    return context.body(bytes, 200, {
      'Content-Type': MEDIA_TYPE[variant.format],
      'Content-Length': String(bytes.length),
      'Cache-Control': FOR_EVER,
      'X-Content-Type-Options': 'nosniff',
      // Embedded in mails and by sites that preview shared links.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
  })
}

const RETRY_S = 5

/** A temporarily unavailable store is a 503, not a 500. */
function refuseForNow(log: Logger): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof S3Error)) throw error
    log.warn({ err: error }, 'the picture store failed')
    throw new ShopError('UNAVAILABLE', 'The pictures cannot be reached at the moment.', {
      retryAfterS: RETRY_S,
    })
  }
}
