import type { MiddlewareHandler } from 'hono'
import { FOR_EVER, publicFor } from '#server/http/cache-for.ts'
import { chooseCoding, etagIn, isKnown } from '#server/http/coding.ts'
import { isRead } from '#server/http/method.ts'
import type { AppEnv } from '#server/http/router.ts'
import type { Asset } from './built.ts'

const HOUR_S = 3_600

/** Serves GET and HEAD of built files in the smallest coding that the client accepts; anything else is passed on. */
export function serveAssets(assets: ReadonlyMap<string, Asset>): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const { method, path } = context.req
    const asset = isRead(method) ? assets.get(path) : undefined
    if (!asset) return next()
    const coding = asset.isCompressed ? chooseCoding(context.req.header('accept-encoding') ?? '') : 'identity'
    const etag = etagIn(coding, asset.etag)
    const headers: Record<string, string> = {
      'Content-Type': asset.contentType,
      'Cache-Control': lifeOf(path, asset),
      ETag: etag,
      Vary: 'Accept-Encoding',
      ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
    }
    if (isKnown(context.req.header('if-none-match'), etag)) {
      return new Response(null, { status: 304, headers })
    }
    const bytes = asset.bytes[coding]
    headers['Content-Length'] = String(bytes.byteLength)
    return new Response(method === 'HEAD' ? null : bytes, { headers })
  }
}

/** The service worker's name contains no content hash: browsers must learn of a new one at once. */
function lifeOf(path: string, asset: Asset): string {
  if (asset.immutable) return FOR_EVER
  return path === '/sw.js' ? 'no-cache' : publicFor(HOUR_S)
}
