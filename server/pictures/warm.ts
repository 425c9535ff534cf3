import { setTimeout as pause } from 'node:timers/promises'
import { type PictureFormat, parsePicture, pictureWidths } from '#shared/picture.ts'

/**
 * Asks the shop for its own pictures, so that the first shoppers find them made. One at a time, and after each a rest as
 * long as the making took: at most half a processor, and a shopper's request never waits for more than one of them.
 * Ends early, without an error, when `signal` is aborted.
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
