import { createHash } from 'node:crypto'
import type { Bytes } from '#server/api/coding.ts'
import type { Asset } from './built.ts'

const STYLESHEET = /<link rel="stylesheet" href="([^"]+)"[^>]*>/

/** A document as it is sent, and the hash of its inline style, if any, for its policy. */
export type Styled = { bytes: Bytes; styleHash: string | undefined }

/**
 * Inlines the stylesheet in place of the link to it: the browser paints without waiting for a second response. The text
 * is the same for every page, so it is hashed and encoded once. In the browser React does not know of a stylesheet
 * (web/routes/__root.tsx), and leaves unknown elements in <head> alone. Takes a document in parts, the head first.
 */
export function styleWithin(assets: ReadonlyMap<string, Asset>): (parts: readonly string[]) => Styled {
  const styles = new Map<string, { element: Uint8Array; hash: string }>()
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
    if (link === null || style === undefined) return { bytes: encode([head, ...rest]), styleHash: undefined }
    const before = head.slice(0, link.index)
    const after = head.slice(link.index + link[0].length)
    return { bytes: encode([before, style.element, after, ...rest]), styleHash: style.hash }
  }
}

/** Each part is encoded in its place: joined first, as text or as bytes, the whole page would be copied once more. */
function encode(parts: readonly (string | Uint8Array)[]): Bytes {
  const lengths = parts.map((part) => Buffer.byteLength(part))
  const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length, 0))
  let at = 0
  for (const [place, part] of parts.entries()) {
    if (typeof part === 'string') bytes.write(part, at)
    else bytes.set(part, at)
    at += lengths[place] ?? 0
  }
  return bytes
}
