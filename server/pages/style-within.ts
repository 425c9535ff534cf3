import { createHash } from 'node:crypto'
import type { Bytes } from '#server/http/coding.ts'
import type { Asset } from './built.ts'

type Pieces = readonly Bytes[]

const STYLESHEET = /<link rel="stylesheet" href="([^"]+)"[^>]*>/

/** A document as it is sent, and the hash of its inline style, if any, for its policy. */
export type Styled = { pieces: Pieces; styleHash: string | undefined }

/**
 * Inlines the stylesheet in place of the link to it: the browser paints without waiting for a second response. The text
 * is the same for every page, so it is hashed and encoded once, and all pages share the piece. In the browser React does not
 * know of a stylesheet (web/routes/__root.tsx), and leaves unknown elements in <head> alone. Takes a document in parts, the
 * head first.
 */
export function styleWithin(assets: ReadonlyMap<string, Asset>): (parts: readonly string[]) => Styled {
  const styles = new Map<string, { element: Bytes; hash: string }>()
  for (const [path, { bytes, contentType }] of assets) {
    if (!contentType.startsWith('text/css')) continue
    const css = new TextDecoder().decode(bytes.identity)
    if (/<\/style/i.test(css)) throw new Error(`${path} would end the element that it stands in.`)
    const hash = `'sha256-${createHash('sha256').update(css).digest('base64')}'`
    styles.set(path, { element: Buffer.from(`<style>${css}</style>`), hash })
  }
  return ([head = '', ...rest]) => {
    const link = STYLESHEET.exec(head)
    const style = styles.get(link?.[1] ?? '')
    if (link === null || style === undefined)
      return { pieces: [encode([head, ...rest])], styleHash: undefined }
    const before = head.slice(0, link.index)
    const own = encode([before, head.slice(link.index + link[0].length), ...rest])
    const at = Buffer.byteLength(before)
    // Parts of one buffer: small ones of their own would keep parts of Node's pool.
    return { pieces: [own.subarray(0, at), style.element, own.subarray(at)], styleHash: style.hash }
  }
}

const encoder = new TextEncoder()
/** The most bytes that UTF-8 takes for one unit of a string. */
const BYTES_PER_UNIT = 3
/** Text is encoded into this and copied: counting its bytes first, to make room for just as many, takes longer. */
let draft = new Uint8Array(1 << 19)

function encode(texts: readonly string[]): Buffer<ArrayBuffer> {
  let end = 0
  for (const text of texts) {
    const most = end + text.length * BYTES_PER_UNIT
    if (most > draft.length) {
      const larger = new Uint8Array(most * 2)
      larger.set(draft)
      draft = larger
    }
    end += encoder.encodeInto(text, draft.subarray(end)).written
  }
  return Buffer.from(draft.subarray(0, end))
}
