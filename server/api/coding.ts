import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Bytes = Uint8Array<ArrayBuffer>
export type Coding = 'br' | 'gzip' | 'identity'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** A listing of 48 cards: 27.7 KB in 4 ms; gzip makes 35.7 KB of it in 2 ms, brotli's best 24.4 KB in 360 ms. */
const PAGE_BROTLI_QUALITY = 5

const TAKES_BROTLI = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/

/** The best coding that an Accept-Encoding header allows. */
export function chooseCoding(accepted: string): Coding {
  if (TAKES_BROTLI.test(accepted)) return 'br'
  return TAKES_GZIP.test(accepted) ? 'gzip' : 'identity'
}

/** A finished answer in the coding asked for; compressed away from the event loop. */
export async function encode(bytes: Bytes, coding: Coding): Promise<Bytes> {
  if (coding === 'identity') return bytes
  if (coding === 'gzip') return new Uint8Array(await zip(bytes))
  return new Uint8Array(
    await brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: PAGE_BROTLI_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
      },
    }),
  )
}
