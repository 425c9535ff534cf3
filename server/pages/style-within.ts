import { createHash } from 'node:crypto'
import type { Bytes } from '#server/api/coding.ts'
import { piecesWithoutStandIns } from '#shared/stand-ins.ts'
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
    if (link === null || style === undefined) {
      return { bytes: encodeAround(new Uint8Array(), [head], rest), styleHash: undefined }
    }
    const before = head.slice(0, link.index)
    const after = head.slice(link.index + link[0].length)
    return { bytes: encodeAround(style.element, [before], [after, ...rest]), styleHash: style.hash }
  }
}

const encoder = new TextEncoder()
/** The most bytes that UTF-8 takes for one unit of a string. */
const BYTES_PER_UNIT = 3
/** Text is encoded into this and copied: counting its bytes first, to make room for just as many, takes longer. */
let draft = new Uint8Array(1 << 19)

function encodeAround(element: Uint8Array, before: readonly string[], after: readonly string[]): Bytes {
  const beforeEnd = encodeInto(0, before)
  const afterEnd = encodeInto(beforeEnd, after)
  return Buffer.concat([
    ...piecesWithoutStandIns(draft.subarray(0, beforeEnd)),
    element,
    ...piecesWithoutStandIns(draft.subarray(beforeEnd, afterEnd)),
  ])
}

/** Encodes into the draft from `start` on, and returns where it ends. */
function encodeInto(start: number, texts: readonly string[]): number {
  let end = start
  for (const text of texts) {
    const most = end + text.length * BYTES_PER_UNIT
    if (most > draft.length) {
      const larger = new Uint8Array(most * 2)
      larger.set(draft)
      draft = larger
    }
    end += encoder.encodeInto(text, draft.subarray(end)).written
  }
  return end
}
