import { noiseFrom } from './chance.ts'
import { blur, type Field, field, stretch } from './field.ts'
import { extent } from './path.ts'
import { type Box, type Camera, cover } from './raster.ts'

/**
 * One piece of cloth (or leather, glass, metal). Its outline, folds and seams are drawn and blurred into a height map. The
 * height map is lit from the upper left, and the light is multiplied into the colour. Lengths are in frame pixels at scale
 * 1.
 */
export type Part = {
  outline: string
  fill: string
  /** Where the surface curves away, if not at the outline: a body continues under its sleeves. */
  bulk?: string
  /** Printed or sewn colour, as SVG. */
  marks?: string
  edge?: number
  edgeLift?: number
  volume?: number
  lift?: number
  ridges?: string
  valleys?: string
  sharp?: string
  foldBlur?: number
  foldDepth?: number
  crease?: { depth: number; size: number; angle: number; stretch: number }
  ribs?: string
  ribWidth?: number
  ribDepth?: number
  seams?: string
  stitches?: string
  /** Areas sheltered from the light, blurred: inside a neck, under a flap. */
  shade?: string
  shadeBlur?: number
  shadeDepth?: number
  dim?: number
  cast?: number
  castBlur?: number
  castShift?: [number, number]
  gloss?: number | undefined
  shine?: number
  weave?: 'twill' | 'canvas' | 'knit' | 'mesh' | 'fleece' | 'none' | undefined
  at?: Place
}
export type Place = { x: number; y: number; scale?: number; turn?: number }

export type Light = {
  box: Box
  diffuse: Float32Array
  gloss: Float32Array
  cover: Float32Array
  shiftX: Float32Array
  shiftY: Float32Array
  shadow?: Float32Array
}

const toward = [-0.46, -0.6, 0.655] as const
const half = (() => {
  const raw = [toward[0], toward[1], toward[2] + 1]
  const length = Math.hypot(...raw)
  return raw.map((part) => part / length) as [number, number, number]
})()

export const placed = (part: Part, body: string) => {
  const { x, y, scale = 1, turn = 0 } = part.at ?? { x: 600, y: 0 }
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${body}</g>`
}
const shape = (path: string) => `<path d="${path}"/>`
const stroke = (path: string, width: number) =>
  `<path d="${path}" fill="none" stroke="#000" stroke-width="${width}" stroke-linecap="round"/>`

function boxOf(part: Part, frame: Box, camera: Camera, scale: number): Box | undefined {
  const { x, y, scale: size = 1, turn = 0 } = part.at ?? { x: 600, y: 0 }
  const bounds = extent(part.outline)
  const radians = (turn * Math.PI) / 180
  const corners = [
    [bounds.left, bounds.top],
    [bounds.right, bounds.top],
    [bounds.left, bounds.bottom],
    [bounds.right, bounds.bottom],
  ] as [number, number][]
  const unit = scale * camera.zoom
  const xs = corners.map(
    ([cx, cy]) => (x + size * (cx * Math.cos(radians) - cy * Math.sin(radians)) - camera.x) * unit,
  )
  const ys = corners.map(
    ([cx, cy]) => (y + size * (cx * Math.sin(radians) + cy * Math.cos(radians)) - camera.y) * unit,
  )
  const margin = Math.ceil(40 * scale)
  const left = Math.max(frame.left, Math.floor(Math.min(...xs)) - margin)
  const top = Math.max(frame.top, Math.floor(Math.min(...ys)) - margin)
  const right = Math.min(frame.left + frame.width, Math.ceil(Math.max(...xs)) + margin)
  const bottom = Math.min(frame.top + frame.height, Math.ceil(Math.max(...ys)) + margin)
  return right - left > 4 && bottom - top > 4
    ? { left, top, width: right - left, height: bottom - top }
    : undefined
}

function creases(part: Part, seed: string, box: Box, camera: Camera, unit: number): Field | undefined {
  const crease = part.crease
  if (!crease) return undefined
  const by = Math.max(1, Math.round(3 * unit))
  const small = field(Math.ceil(box.width / by), Math.ceil(box.height / by))
  const noise = noiseFrom(seed)
  const cos = Math.cos((crease.angle * Math.PI) / 180)
  const sin = Math.sin((crease.angle * Math.PI) / 180)
  for (let row = 0; row < small.height; row++)
    for (let column = 0; column < small.width; column++) {
      const x = ((column + 0.5) * by + box.left) / unit + camera.x
      const y = ((row + 0.5) * by + box.top) / unit + camera.y
      const bendX = noise(x / 330 + 3, y / 330) * 46
      const bendY = noise(x / 330, y / 330 + 7) * 46
      const u = ((x + bendX) * cos + (y + bendY) * sin) / (crease.size * crease.stretch)
      const v = (-(x + bendX) * sin + (y + bendY) * cos) / crease.size
      const broad = noise(u, v)
      const fine = noise(u * 2.1 + 11, v * 2.3 + 4)
      // Ridged noise folds where plain noise only swells; applied in patches, it leaves some of the cloth smooth.
      const across = noise(u * 1.2 + 31, v * 1.2 + 17)
      const ridge = Math.max(0, 1.06 - Math.sqrt(across * across + 0.012) * 1.7)
      const present = Math.min(1, Math.max(0, 0.5 + noise(x / 300 + 50, y / 300 + 50) * 1.2))
      small.values[row * small.width + column] =
        (broad * 0.9 + fine * 0.28 + ridge * ridge * ridge * 0.5 * present) * crease.depth
    }
  return stretch(small, box.width, box.height, by)
}

function weaveAt(
  weave: Part['weave'],
  x: number,
  y: number,
  noise: (x: number, y: number) => number,
): number {
  if (weave === 'twill')
    return noise(x / 2.2, y / 46) * 0.035 + noise(x / 90, y / 260) * 0.05 + Math.sin((x + y) * 1.25) * 0.022
  if (weave === 'canvas') return noise(x / 3, y / 30) * 0.02 + noise(x / 30, y / 3) * 0.02
  if (weave === 'fleece') return noise(x / 7, y / 7) * 0.012 + noise(x / 60, y / 60) * 0.02
  if (weave === 'mesh') return Math.max(0, Math.sin(x * 0.72) * Math.sin(y * 0.72)) * -0.15 + 0.03
  if (weave === 'knit') return Math.sin(x * 1.05 + Math.abs(((y * 0.2) % 2) - 1) * 1.6) * 0.03
  return 0
}

async function lightPart(
  part: Part,
  index: number,
  into: Light,
  camera: Camera,
  scale: number,
  seed: string,
) {
  const frame = into.box
  const box = boxOf(part, frame, camera, scale)
  if (!box) return
  const { width, height } = box
  const unit = scale * camera.zoom * (part.at?.scale ?? 1)
  const draw = async (body: string | undefined, sigma: number) =>
    body ? blur(await cover(placed(part, body), box, camera, scale), sigma * unit) : undefined
  const mask = await cover(placed(part, shape(part.outline)), box, camera, scale)
  const bulk = part.bulk ? await cover(placed(part, shape(part.bulk)), box, camera, scale) : mask
  const surface =
    creases(part, `${seed} ${index}`, box, camera, scale * camera.zoom)?.values ??
    new Float32Array(width * height)
  if (part.at?.scale)
    for (let at = 0; at < surface.length; at++) surface[at] = (surface[at] as number) * part.at.scale

  const curve = (sigma: number, rise: number) => {
    const soft = blur(bulk, sigma * unit).values
    const size = part.at?.scale ?? 1
    for (let at = 0; at < surface.length; at++) {
      const past = (soft[at] as number) * 2 - 1
      // A smooth clamp: a hard one would leave a crease where the corner of a hem falls outside it.
      const inward = (past + Math.sqrt(past * past + 0.05)) / 2
      surface[at] = (surface[at] as number) + inward * (2 - inward) * rise * size
    }
  }
  curve(part.edge ?? 7, part.edgeLift ?? 5)
  curve(part.volume ?? 70, part.lift ?? 46)
  const add = (drawn: Field | undefined, depth: number) => {
    const size = part.at?.scale ?? 1
    if (drawn)
      for (let at = 0; at < surface.length; at++)
        surface[at] = (surface[at] as number) + (drawn.values[at] as number) * depth * size
  }
  const depth = part.foldDepth ?? 20
  add(await draw(part.ridges && shape(part.ridges), part.foldBlur ?? 13), depth)
  add(await draw(part.valleys && shape(part.valleys), part.foldBlur ?? 13), -depth)
  add(await draw(part.sharp && shape(part.sharp), 4.5), depth * 0.5)
  add(await draw(part.ribs && stroke(part.ribs, part.ribWidth ?? 4), 1.2), part.ribDepth ?? 2.4)
  add(await draw(part.seams && stroke(part.seams, 4), 1.6), -3.4)
  const shade = await draw(part.shade, part.shadeBlur ?? 18)

  // The piece casts its shadow on what already lies below it, never on itself.
  if (part.cast !== 0) {
    const soft = blur(mask, (part.castBlur ?? 11) * unit).values
    const [byX, byY] = (part.castShift ?? [6, 9]).map((length) => Math.round(length * unit)) as [
      number,
      number,
    ]
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++) {
        const from = (row - byY) * width + column - byX
        if (row < byY || column < byX || row - byY >= height || column - byX >= width) continue
        const at = (row + box.top - frame.top) * frame.width + column + box.left - frame.left
        into.diffuse[at] =
          (into.diffuse[at] as number) *
          (1 -
            (part.cast ?? 0.42) *
              (soft[from] as number) *
              (1 - (mask.values[row * width + column] as number)))
      }
  }

  const noise = noiseFrom('weave')
  const pixels = scale * camera.zoom
  const gloss = part.gloss ?? 0.05
  const shine = part.shine ?? 7
  const dim = part.dim ?? 1
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const from = row * width + column
      const seen = mask.values[from] as number
      if (seen < 0.004) continue
      const left = surface[column > 0 ? from - 1 : from] as number
      const right = surface[column < width - 1 ? from + 1 : from] as number
      const above = surface[row > 0 ? from - width : from] as number
      const below = surface[row < height - 1 ? from + width : from] as number
      const slopeX = ((right - left) / 2) * pixels
      const slopeY = ((below - above) / 2) * pixels
      const length = Math.sqrt(slopeX * slopeX + slopeY * slopeY + 1)
      const facing = (-slopeX * toward[0] - slopeY * toward[1] + toward[2]) / length
      const fromRight = Math.max(0, (-slopeX * 0.88 + slopeY * 0.1 + 0.42) / length - 0.42) * 0.16
      // Wrapped lighting: cloth scatters light, so the shadow side is never fully dark.
      let diffuse = ((Math.max(-0.2, facing) + 0.42) / (toward[2] + 0.42) + fromRight) * dim
      if (shade) diffuse *= 1 - (shade.values[from] as number) * (part.shadeDepth ?? 0.6)
      if (part.weave && part.weave !== 'none') {
        const detail = part.weave === 'twill' ? 1 : Math.min(1, Math.max(0, camera.zoom - 1.2))
        if (detail > 0)
          diffuse *=
            1 +
            detail *
              weaveAt(
                part.weave,
                (column + box.left) / pixels + camera.x,
                (row + box.top) / pixels + camera.y,
                noise,
              )
      }
      const bright = gloss * Math.max(0, (-slopeX * half[0] - slopeY * half[1] + half[2]) / length) ** shine
      const at = (row + box.top - frame.top) * frame.width + column + box.left - frame.left
      into.diffuse[at] = (into.diffuse[at] as number) * (1 - seen) + diffuse * seen
      into.gloss[at] = (into.gloss[at] as number) * (1 - seen) + bright * seen
      into.cover[at] = (into.cover[at] as number) + seen * (1 - (into.cover[at] as number))
      into.shiftX[at] = (into.shiftX[at] as number) * (1 - seen) + slopeX * seen
      into.shiftY[at] = (into.shiftY[at] as number) * (1 - seen) + slopeY * seen
    }
}

/** Lighting is computed once per view and shared by all colours of a product: it does not depend on the dye. */
export async function lightParts(
  parts: Part[],
  frame: Box,
  camera: Camera,
  scale: number,
  seed: string,
): Promise<Light> {
  const size = frame.width * frame.height
  const light: Light = {
    box: frame,
    diffuse: new Float32Array(size).fill(1),
    gloss: new Float32Array(size),
    cover: new Float32Array(size),
    shiftX: new Float32Array(size),
    shiftY: new Float32Array(size),
  }
  for (const [index, part] of parts.entries()) await lightPart(part, index, light, camera, scale, seed)
  const ride = 5 * scale * camera.zoom
  light.shiftX = blur({ width: frame.width, height: frame.height, values: light.shiftX }, ride).values
  light.shiftY = blur({ width: frame.width, height: frame.height, values: light.shiftY }, ride).values
  return light
}
