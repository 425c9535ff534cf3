import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MiddlewareHandler } from 'hono'
import { FOR_EVER, publicFor } from '#server/http/cache-for.ts'
import { type Coding, chooseCoding, etagIn, etagOf, isKnown } from '#server/http/coding.ts'
import { isRead } from '#server/http/method.ts'
import type { AppEnv } from '#server/http/router.ts'

/** Renders one page to a complete document. */
export type PageRenderer = (request: Request, context: PageContext) => Promise<Response>

type PageContext = {
  /** Calls the shop's own API in process, without a socket. */
  apiFetch: (path: string, init?: RequestInit) => Promise<Response>
  publicUrl: string
  variant: 'full' | 'data-saver'
}

/** The exports of the `web/server.ts` bundle. */
export type ServerBundle = {
  default: { fetch: (request: Request, options: { context: PageContext }) => Response | Promise<Response> }
}

export type Pages = { render: PageRenderer; assets: ReadonlyMap<string, Asset>; isDev: boolean }

export type Asset = {
  bytes: Record<Coding, Uint8Array<ArrayBuffer>>
  /** False if `bytes` are the same in every coding, as for a picture, which is already compressed. */
  isCompressed: boolean
  contentType: string
  /** Of the uncompressed bytes. */
  etag: string
  /** True for files with a content hash in their name. */
  immutable: boolean
}

const CONTENT_TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
}
/** Compressed files that the build puts next to the originals. */
const COMPRESSED = /\.(br|gz)$/

/** The pages that `npm run build` left in `dist`. */
export async function loadBuiltPages(dist: string): Promise<Pages> {
  const bundle = (await import(pathToFileURL(join(dist, 'server', 'server.js')).href)) as ServerBundle
  return {
    render: async (request, context) => bundle.default.fetch(request, { context }),
    assets: readAssets(join(dist, 'client')),
    isDev: false,
  }
}

/** Every file of the client build by its path, with its precompressed forms. */
function readAssets(folder: string): Map<string, Asset> {
  const read = (file: string) => new Uint8Array(readFileSync(file))
  const assets = new Map<string, Asset>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || COMPRESSED.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(folder, file).split(sep).join('/')}`
    const extension = entry.name.slice(entry.name.lastIndexOf('.') + 1)
    const identity = read(file)
    const isCompressed = existsSync(`${file}.br`)
    assets.set(path, {
      bytes: {
        identity,
        gzip: isCompressed ? read(`${file}.gz`) : identity,
        br: isCompressed ? read(`${file}.br`) : identity,
      },
      isCompressed,
      contentType: CONTENT_TYPES[extension] ?? 'application/octet-stream',
      etag: etagOf(identity),
      immutable: path.startsWith('/assets/'),
    })
  }
  return assets
}

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
