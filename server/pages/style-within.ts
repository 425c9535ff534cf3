import { createHash } from 'node:crypto'
import type { Bytes } from '#server/api/coding.ts'
import type { Asset } from './built.ts'

const STYLESHEET = /<link rel="stylesheet" href="([^"]+)"[^>]*>/

/** A document as it is sent, and the hash of the style that stands in it, if one does, for its policy. */
export type Styled = { bytes: Bytes; styleHash: string | undefined }

/**
 * Puts the stylesheet into the document in place of the link to it: the browser paints when the page is there, not when a
 * second answer is. The text is the same for every page, so it is hashed and encoded once. In the browser React knows of no
 * stylesheet (web/routes/__root.tsx), and leaves what it does not know in <head> alone.
 */
export function styleWithin(assets: ReadonlyMap<string, Asset>): (html: string) => Styled {
  const styles = new Map<string, { element: Uint8Array; hash: string }>()
  for (const [path, { bytes, contentType }] of assets) {
    if (!contentType.startsWith('text/css')) continue
    const css = new TextDecoder().decode(bytes.identity)
    if (/<\/style/i.test(css)) throw new Error(`${path} would end the element that it stands in.`)
    const hash = `'sha256-${createHash('sha256').update(css).digest('base64')}'`
    styles.set(path, { element: Buffer.from(`<style>${css}</style>`), hash })
  }
  return (html) => {
    const link = STYLESHEET.exec(html)
    const style = styles.get(link?.[1] ?? '')
    if (link === null || style === undefined) return { bytes: Buffer.from(html), styleHash: undefined }
    // Joined as bytes: as a text, all of the page would be copied once more.
    const before = Buffer.from(html.slice(0, link.index))
    const after = Buffer.from(html.slice(link.index + link[0].length))
    return { bytes: Buffer.concat([before, style.element, after]), styleHash: style.hash }
  }
}
