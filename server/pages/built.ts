import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { etagOf } from './etag.ts'
import type { Pages } from './renderer.ts'

export type Asset = {
  bytes: Record<'br' | 'gzip' | 'identity', Uint8Array<ArrayBuffer>>
  contentType: string
  etag: string
  /** True for files whose name holds a hash of their content. */
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
const COMPRESSIBLE = new Set(['css', 'js', 'json', 'svg', 'txt'])

type ServerBundle = { default: { fetch: (request: Request, options: object) => Promise<Response> } }

/** The pages as `npm run build` left them in `dist`. */
export async function loadBuiltPages(dist: string): Promise<Pages> {
  const bundle = (await import(pathToFileURL(join(dist, 'server', 'server.js')).href)) as ServerBundle
  return {
    render: (request, context) => bundle.default.fetch(request, { context }),
    assets: readAssets(join(dist, 'client')),
    isDev: false,
  }
}

/** Every file of the client build by its path, compressed once: they are small and asked for all the time. */
function readAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(folder, file).split(sep).join('/')}`
    const extension = entry.name.slice(entry.name.lastIndexOf('.') + 1)
    const identity = new Uint8Array(readFileSync(file))
    const isCompressible = COMPRESSIBLE.has(extension)
    assets.set(path, {
      bytes: {
        identity,
        gzip: isCompressible ? new Uint8Array(gzipSync(identity, { level: 9 })) : identity,
        br: isCompressible
          ? new Uint8Array(brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
          : identity,
      },
      contentType: CONTENT_TYPES[extension] ?? 'application/octet-stream',
      etag: etagOf(identity),
      immutable: path.startsWith('/assets/'),
    })
  }
  return assets
}
