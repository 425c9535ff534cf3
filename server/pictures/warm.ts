import { setTimeout as pause } from 'node:timers/promises'
import { type PictureFormat, parsePicture, pictureWidths } from '#shared/picture.ts'
import { listKnownAddresses } from './original.ts'
import type { PictureStore } from './picture-store.ts'

/** The widths that listings request on phones and desktops. */
const CARD_WIDTHS = [240, 320]

/**
 * Renders a new catalogue's card pictures in the background, so that the first shopper does not wait for them. Returns a
 * function that stops it.
 */
export function warmCardPictures(
  request: (path: string) => unknown,
  pictureStore: PictureStore,
): () => Promise<void> {
  const stopping = new AbortController()
  const warming = listKnownAddresses(pictureStore)
    .then((known) => {
      const addresses = [...known.values()]
      return warmPictures({
        request,
        addresses,
        widths: CARD_WIDTHS,
        formats: ['avif'],
        signal: stopping.signal,
      })
    })
    // Nobody has requested these yet; a later request that fails reports the error.
    .catch(() => {})
  return async () => {
    stopping.abort()
    await warming
  }
}

/**
 * Requests the shop's own pictures, so that they are encoded before the first shoppers come. One at a time, with a pause
 * as long as the encoding took: uses at most half a processor, and a shopper's request waits for at most one of them.
 * Returns early, without an error, when `signal` is aborted.
 */
export async function warmPictures(options: {
  /** Fetches a path of the shop in process. */
  request: (path: string) => unknown
  addresses: readonly string[]
  widths: readonly number[]
  formats: readonly PictureFormat[]
  signal: AbortSignal
}): Promise<void> {
  const { request, signal } = options
  for (const path of variantPaths(options)) {
    if (signal.aborted) return
    const start = performance.now()
    await request(path)
    await pause(performance.now() - start, undefined, { ref: false, signal }).catch(() => {})
  }
}

function* variantPaths(options: {
  addresses: readonly string[]
  widths: readonly number[]
  formats: readonly PictureFormat[]
}): Generator<string> {
  for (const address of options.addresses) {
    const picture = parsePicture(address)
    if (!picture) continue
    for (const width of pictureWidths(picture.width)) {
      if (!options.widths.includes(width)) continue
      for (const format of options.formats) yield `${picture.stem}.${width}.${format}`
    }
  }
}
