import { mulberry32 } from '#test/support/mulberry32.ts'

/** Seeded randomness: a product always creases in the same places, so a redraw only changes what was meant to change. */
export type Chance = () => number

export function chanceFrom(seed: string): Chance {
  let state = 2166136261
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619)
  return mulberry32(state)
}

export const between = (chance: Chance, low: number, high: number) => low + (high - low) * chance()

/** Smooth gradient noise in about -1…1; two-dimensional, so it can be stretched along a fold. */
export function noiseFrom(seed: string): (x: number, y: number) => number {
  const chance = chanceFrom(seed)
  const order = Uint8Array.from({ length: 256 }, (_, index) => index)
  for (let index = 255; index > 0; index--) {
    const other = Math.floor(chance() * (index + 1))
    const swapped = order[index] as number
    order[index] = order[other] as number
    order[other] = swapped
  }
  const slopes = Float32Array.from({ length: 512 }, (_, index) => {
    const angle = ((index >> 1) / 256) * Math.PI * 2
    return index % 2 ? Math.sin(angle) : Math.cos(angle)
  })
  const corner = (column: number, row: number, dx: number, dy: number) => {
    const slope = order[((order[column & 255] as number) + row) & 255] as number
    return (slopes[slope * 2] as number) * dx + (slopes[slope * 2 + 1] as number) * dy
  }
  const ease = (t: number) => t * t * t * (t * (t * 6 - 15) + 10)
  return (x, y) => {
    const column = Math.floor(x)
    const row = Math.floor(y)
    const dx = x - column
    const dy = y - row
    const u = ease(dx)
    const top = corner(column, row, dx, dy) * (1 - u) + corner(column + 1, row, dx - 1, dy) * u
    const bottom =
      corner(column, row + 1, dx, dy - 1) * (1 - u) + corner(column + 1, row + 1, dx - 1, dy - 1) * u
    return (top + (bottom - top) * ease(dy)) * 1.5
  }
}
