import sharp from 'sharp'
import { type Ground, lightBackdrop, wallShadow } from './backdrop.ts'
import { type Light, lightParts, type Part, placed } from './cloth.ts'
import { linear, screen } from './colour.ts'
import { blur } from './field.ts'
import { type Box, type Camera, cover, rasterise } from './raster.ts'

export type Scene = {
  parts: Part[]
  ground: Ground
  camera?: Camera
  /** A drawn scene instead of the studio paper: covers the frame, in frame pixels. */
  scenery?: string
  /** Where the object touches the floor: drawn, then blurred by `softness` into contact shadows. */
  contact?: { drawing: string; softness: number; depth: number }[]
}

const lights = Float32Array.from({ length: 256 }, (_, value) => linear(value))
const whole: Camera = { x: 0, y: 0, zoom: 1 }

export type Studio = { width: number; height: number; scale: number }

export async function light(scene: Scene, studio: Studio, seed: string): Promise<Light> {
  const frame: Box = {
    left: 0,
    top: 0,
    width: Math.round(studio.width * studio.scale),
    height: Math.round(studio.height * studio.scale),
  }
  return lightParts(scene.parts, frame, scene.camera ?? whole, studio.scale, seed)
}

/** The dye and print of every part, layered in drawing order. */
function dyes(parts: Part[], marked: boolean): string {
  return parts
    .map((part, index) => {
      const clip = `<clipPath id="k${index}"><path d="${part.outline}"/></clipPath>`
      const marks = marked && part.marks ? `<g clip-path="url(#k${index})">${part.marks}</g>` : ''
      // A hairline stroke in the part's own colour closes the pale gap that two antialiased edges leave between them.
      return placed(
        part,
        `${marks ? clip : ''}<path d="${part.outline}" fill="${part.fill}" stroke="${part.fill}" stroke-width="1.6"/>${marks}`,
      )
    })
    .join('')
}

async function paint(drawing: string, frame: Box, camera: Camera, scale: number): Promise<Float32Array> {
  const pixels = await rasterise(drawing, frame, camera, scale)
  const out = new Float32Array(frame.width * frame.height * 3)
  for (let at = 0; at < frame.width * frame.height; at++)
    for (let channel = 0; channel < 3; channel++)
      out[at * 3 + channel] = lights[pixels[at * 4 + channel] as number] as number
  return out
}

/** The empty studio with the object's shadow: the same for every dye on one paper. */
async function stage(scene: Scene, lit: Light, studio: Studio): Promise<Float32Array> {
  const camera = scene.camera ?? whole
  const { width, height } = lit.box
  const unit = studio.scale * camera.zoom
  lit.shadow ??= await (async () => {
    const shadow = wallShadow({ width, height, values: lit.cover }, unit, scene.ground.stance)
    for (const contact of scene.contact ?? []) {
      const soft = blur(
        await cover(contact.drawing, lit.box, camera, studio.scale),
        contact.softness * unit,
      ).values
      for (let at = 0; at < shadow.length; at++)
        shadow[at] = 1 - (1 - (shadow[at] as number)) * (1 - contact.depth * (soft[at] as number))
    }
    return shadow
  })()
  const ground = scene.scenery
    ? await paint(scene.scenery, lit.box, camera, studio.scale)
    : lightBackdrop(scene.ground, lit.box, camera, studio.scale)
  for (let at = 0; at < lit.shadow.length; at++) {
    const share = 1 - (lit.shadow[at] as number)
    for (let base = at * 3; base < at * 3 + 3; base++) ground[base] = (ground[base] as number) * share
  }
  return ground
}

export async function compose(scene: Scene, lit: Light, studio: Studio): Promise<Buffer> {
  const { scale } = studio
  const camera = scene.camera ?? whole
  const { width, height } = lit.box
  const plain = await rasterise(dyes(scene.parts, false), lit.box, camera, scale)
  const marked = scene.parts.some((part) => part.marks)
    ? await rasterise(dyes(scene.parts, true), lit.box, camera, scale)
    : plain
  const ground = await stage(scene, lit, studio)
  const out = Buffer.alloc(width * height * 3)
  const reach = 7 * scale * camera.zoom
  const below = width * 4
  const dye = [0, 0, 0] as [number, number, number]
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const at = row * width + column
      const seen = lit.cover[at] as number
      const base = at * 3
      if (seen < 0.004) {
        for (let channel = 0; channel < 3; channel++)
          out[base + channel] = screen(ground[base + channel] as number)
        continue
      }
      const here = at * 4
      if (marked === plain)
        for (let channel = 0; channel < 3; channel++) dye[channel] = plain[here + channel] as number
      else {
        // Folds displace a print: it is sampled slightly to the side of its flat position.
        const fromX = Math.min(
          width - 1.01,
          Math.max(0, column + Math.max(-0.7, Math.min(0.7, lit.shiftX[at] as number)) * reach),
        )
        const fromY = Math.min(
          height - 1.01,
          Math.max(0, row + Math.max(-0.7, Math.min(0.7, lit.shiftY[at] as number)) * reach),
        )
        const left = Math.floor(fromX)
        const top = Math.floor(fromY)
        const fx = fromX - left
        const fy = fromY - top
        for (let channel = 0; channel < 3; channel++) {
          const aside = (top * width + left) * 4 + channel
          const a = (marked[aside] as number) - (plain[aside] as number)
          const b = (marked[aside + 4] as number) - (plain[aside + 4] as number)
          const c = (marked[aside + below] as number) - (plain[aside + below] as number)
          const d = (marked[aside + below + 4] as number) - (plain[aside + below + 4] as number)
          const ink = (a + (b - a) * fx) * (1 - fy) + (c + (d - c) * fx) * fy
          dye[channel] = Math.min(255, Math.max(0, Math.round((plain[here + channel] as number) + ink)))
        }
      }
      const weight =
        (lights[dye[0]] as number) * 0.3 +
        (lights[dye[1]] as number) * 0.59 +
        (lights[dye[2]] as number) * 0.11
      // Dark cloth shows its folds by sheen more than by shade; without the lift, black would look like a hole.
      const bent =
        Math.max(0.02, lit.diffuse[at] as number) ** (1.12 + 0.55 * (1 - Math.min(1, weight * 2.2)))
      const sheen = (lit.gloss[at] as number) * (0.35 + 0.65 * (1 - weight)) * 0.55
      for (let channel = 0; channel < 3; channel++) {
        const cloth = (0.0125 + (lights[dye[channel] as number] as number) * 0.82) * bent + sheen
        out[base + channel] = screen(cloth * seen + (ground[base + channel] as number) * (1 - seen))
      }
    }
  return out
}

/**
 * Busy prints cost the most bytes and hide the most loss: a picture over its budget is compressed a few steps harder, but
 * never until it shows.
 */
export async function encode(
  pixels: Buffer,
  width: number,
  height: number,
  quality: number,
  mostBytes = Number.POSITIVE_INFINITY,
): Promise<Buffer> {
  const file = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .webp({ quality, effort: 4, smartSubsample: true })
    .toBuffer()
  return file.length > mostBytes && quality > 58
    ? encode(pixels, width, height, quality - 7, mostBytes)
    : file
}
