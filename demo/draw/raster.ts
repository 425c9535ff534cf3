import sharp from 'sharp'
import type { Field } from './field.ts'

sharp.concurrency(1)
sharp.cache(false)

/** Which part of garment space is rendered, and how large: the full frame is x 0 y 0 zoom 1, a close-up zooms in. */
export type Camera = { x: number; y: number; zoom: number }
export type Box = { left: number; top: number; width: number; height: number }

function sheet(body: string, box: Box, camera: Camera, scale: number): Buffer {
  const unit = scale * camera.zoom
  const view = `${box.left / unit + camera.x} ${box.top / unit + camera.y} ${box.width / unit} ${box.height / unit}`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${box.width}" height="${box.height}" viewBox="${view}" preserveAspectRatio="none">${body}</svg>`,
  )
}

export async function rasterise(body: string, box: Box, camera: Camera, scale: number): Promise<Buffer> {
  return sharp(sheet(body, box, camera, scale), { limitInputPixels: false })
    .ensureAlpha()
    .raw()
    .toBuffer()
}

/**
 * A drawing's coverage of each pixel, 0…1: masks, folds and seams are drawn in any colour and only their coverage is used.
 */
export async function cover(drawing: string, box: Box, camera: Camera, scale: number): Promise<Field> {
  const values = new Float32Array(box.width * box.height)
  const pixels = await rasterise(drawing, box, camera, scale)
  for (let index = 0; index < values.length; index++) values[index] = (pixels[index * 4 + 3] as number) / 255
  return { width: box.width, height: box.height, values }
}
