import { setTimeout as pause } from 'node:timers/promises'
import { parsePicture, pictureWidths } from '#shared/picture.ts'
import { listKnownAddresses } from './original.ts'
import type { PictureStore } from './picture-store.ts'

/** The widths that listings request on phones and desktops. */
const CARD_WIDTHS = [240, 320]

/**
 * Requests a new catalogue's card pictures, so that they are encoded before the first shoppers come. One at a time, with a pause
 * as long as the encoding took: uses at most half a processor, and a shopper's request waits for at most one of them.
 * Returns a function that stops it.
 */
export function warmCardPictures(
  request: (path: string) => unknown,
  pictureStore: Pick<PictureStore, 'list'>,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const warm = async () => {
    for (const path of cardPaths([...(await listKnownAddresses(pictureStore)).values()])) {
      signal.throwIfAborted()
      const start = performance.now()
      await request(path)
      await pause(performance.now() - start, undefined, { ref: false, signal })
    }
  }
  // Nobody has requested these yet; a later request that fails reports the error.
  const warming = warm().catch(() => {})
  return async () => {
    stopping.abort()
    await warming
  }
}

function cardPaths(addresses: readonly string[]): string[] {
  const pictures = addresses.map(parsePicture).filter((picture) => picture !== undefined)
  return pictures.flatMap(({ stem, width }) =>
    CARD_WIDTHS.filter((wanted) => pictureWidths(width).includes(wanted)).map(
      (wanted) => `${stem}.${wanted}.avif`,
    ),
  )
}
