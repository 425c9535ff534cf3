import { noiseFrom } from './chance.ts'
import { brightness, linear, parse } from './colour.ts'
import { blur, type Field } from './field.ts'
import type { Box, Camera } from './raster.ts'

/** Studio paper colours that do not compete with the clothes. */
const papers = {
  bone: '#efebe2',
  chalk: '#e6e3dc',
  warm: '#d3ccc0',
  concrete: '#b3b0aa',
  slate: '#8d8b87',
  ink: '#2a2927',
  flame: '#ff4a1c',
} as const
export type Paper = keyof typeof papers

/** Pale cloth on deep paper, dark cloth on pale paper, mid-tones on bone: nothing may blend into its background. */
export function paperFor(cloth: string): Paper {
  const light = brightness(cloth)
  if (light > 0.86) return 'concrete'
  if (light > 0.7) return 'warm'
  if (light > 0.42) return 'chalk'
  return 'bone'
}

export type Ground = { paper: Paper; stance: 'wall' | 'floor' | 'air'; floorAt?: number }

let cached: { key: string; light: Float32Array } | undefined

/**
 * Linear light of the empty studio: a lamp at the upper left, with falloff. In a floor stance, the paper bends forward
 * below floorAt.
 */
export function lightBackdrop(ground: Ground, frame: Box, camera: Camera, scale: number): Float32Array {
  const [red, green, blue] = parse(papers[ground.paper]).map(linear) as [number, number, number]
  const key = JSON.stringify([ground, frame, camera, scale])
  if (cached?.key === key) return cached.light.slice()
  const out = new Float32Array(frame.width * frame.height * 3)
  const noise = noiseFrom('plaster')
  const pixels = scale * camera.zoom
  const floorAt = ground.floorAt ?? 1120
  for (let row = 0; row < frame.height; row++)
    for (let column = 0; column < frame.width; column++) {
      const x = (column + frame.left) / pixels + camera.x
      const y = (row + frame.top) / pixels + camera.y
      const fromLamp = Math.hypot((x - 420) / 1100, (y - 480) / 1250)
      let light = 1.06 - 0.2 * fromLamp * fromLamp + noise(x / 520, y / 640) * 0.012
      if (ground.stance === 'floor') {
        const bend = 1 / (1 + Math.exp(-(y - floorAt) / 42))
        light *= 0.93 + bend * 0.11 - Math.exp(-(((y - floorAt + 20) / 90) ** 2)) * 0.035
      }
      const at = (row * frame.width + column) * 3
      out[at] = red * light
      out[at + 1] = green * light * (1 - (1 - light) * 0.03)
      out[at + 2] = blue * light * (1 - (1 - light) * 0.04)
    }
  cached = { key, light: out.slice() }
  return out
}

/** The shadow that the object casts on the wall: one broad and soft, one tight. */
export function wallShadow(cover: Field, unit: number, stance: Ground['stance']): Float32Array {
  const out = new Float32Array(cover.values.length)
  const throws: [number, number, number, number][] =
    stance === 'wall'
      ? [
          [46, 34, 52, 0.34],
          [14, 12, 16, 0.3],
          [4, 3, 5, 0.16],
        ]
      : stance === 'floor'
        ? [[40, 20, 6, 0.14]]
        : []
  for (const [sigma, byX, byY, depth] of throws) {
    const soft = blur(cover, sigma * unit).values
    const dx = Math.round(byX * unit)
    const dy = Math.round(byY * unit)
    for (let row = 0; row < cover.height; row++)
      for (let column = 0; column < cover.width; column++) {
        const from = Math.max(0, row - dy) * cover.width + Math.max(0, column - dx)
        const at = row * cover.width + column
        out[at] = 1 - (1 - (out[at] as number)) * (1 - depth * (soft[from] as number))
      }
  }
  return out
}
