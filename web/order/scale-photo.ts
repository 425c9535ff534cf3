const SIDE_MAX_PX = 1600
/** So that it arrives within half a minute at 100 kbit/s, which is as long as the shop waits for it. */
const BYTES_MAX = 300_000
const QUALITIES = [0.8, 0.6, 0.4]

/** A photo of a phone as a JPEG that a slow line carries: upright and smaller. Throws if the browser cannot read it. */
export async function scalePhoto(file: Blob): Promise<Blob> {
  const image = await createImageBitmap(file)
  const scale = Math.min(1, SIDE_MAX_PX / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.width * scale)
  canvas.height = Math.round(image.height * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  let scaled: Blob | null = null
  for (const quality of QUALITIES) {
    scaled = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
    if (scaled !== null && scaled.size <= BYTES_MAX) break
  }
  if (scaled === null) throw new Error('The photo could not be drawn')
  return scaled
}
