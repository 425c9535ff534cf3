import { between, type Chance, noiseFrom } from './chance.ts'

/**
 * Paths are strings of absolute M, L, C, Q and Z with plain number pairs, around a centre line at x = 0. A path can
 * therefore be mirrored, bent or measured by processing its number pairs alone.
 */
const pair = /(-?\d+(?:\.\d+)?)[ ,]+(-?\d+(?:\.\d+)?)/g

export const mapPath = (path: string, move: (x: number, y: number) => [number, number]) =>
  path.replace(pair, (_, x: string, y: string) => {
    const [movedX, movedY] = move(Number(x), Number(y))
    return `${round(movedX)} ${round(movedY)}`
  })

export const round = (value: number) => Math.round(value * 10) / 10
export const mirror = (path: string) => mapPath(path, (x, y) => [-x, y])

export function extent(path: string): { left: number; right: number; top: number; bottom: number } {
  const bounds = { left: 1e9, right: -1e9, top: 1e9, bottom: -1e9 }
  mapPath(path, (x, y) => {
    bounds.left = Math.min(bounds.left, x)
    bounds.right = Math.max(bounds.right, x)
    bounds.top = Math.min(bounds.top, y)
    bounds.bottom = Math.max(bounds.bottom, y)
    return [x, y]
  })
  return bounds
}

/** A segment is the end of a line [x, y] or a cubic [c1x, c1y, c2x, c2y, x, y]. */
export type Segment = number[]
type Point = [number, number]

const write = (segment: Segment) => `${segment.length === 2 ? 'L' : 'C'}${segment.map(round).join(' ')}`

/** A closed shape from its right half, listed from the top of the centre line to its bottom. */
export function whole(start: Point, half: Segment[]): string {
  let path = `M${start.join(' ')}${half.map(write).join('')}`
  for (let index = half.length - 1; index >= 0; index--) {
    const segment = half[index] as Segment
    const from = index === 0 ? start : ((half[index - 1] as Segment).slice(-2) as Point)
    path += write(
      segment.length === 2
        ? [-from[0], from[1]]
        : [
            -(segment[2] as number),
            segment[3] as number,
            -(segment[0] as number),
            segment[1] as number,
            -from[0],
            from[1],
          ],
    )
  }
  return `${path}Z`
}

/** A fold: a long lens, thin at both ends, bowed to one side. */
export function fold(x1: number, y1: number, x2: number, y2: number, width: number, bow = 0): string {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1
  const nx = -(y2 - y1) / length
  const ny = (x2 - x1) / length
  const at = (along: number, aside: number) =>
    `${round(x1 + (x2 - x1) * along + nx * aside)} ${round(y1 + (y2 - y1) * along + ny * aside)}`
  return `M${at(0, 0)}C${at(0.3, bow + width * 0.6)} ${at(0.6, bow + width * 0.7)} ${at(1, 0)}C${at(0.6, bow - width * 0.6)} ${at(0.3, bow - width * 0.7)} ${at(0, 0)}Z`
}

/** Nudges a list of folds so that left and right never match and no two garments hang alike. */
export function loosen(
  chance: Chance,
  folds: [number, number, number, number, number, number?][],
  by = 12,
): string {
  return folds
    .filter(() => chance() > 0.1)
    .map(([x1, y1, x2, y2, width, bow]) =>
      fold(
        x1 + between(chance, -by, by),
        y1 + between(chance, -by, by),
        x2 + between(chance, -by, by),
        y2 + between(chance, -by, by),
        width * between(chance, 0.75, 1.3),
        (bow ?? 0) + between(chance, -by, by),
      ),
    )
    .join('')
}

/**
 * The slight lean and sag that make cloth look like cloth on a hanger, not a vector drawing. Apply the same bend to every
 * path of a garment, or its seams drift off their edges.
 */
export function sagFrom(seed: string, by = 7): (path: string) => string {
  const drift = noiseFrom(`${seed} sag`)
  return (path) =>
    mapPath(path, (x, y) => [x + drift(x / 420 + 9, y / 420) * by, y + drift(x / 420, y / 420 + 5) * by])
}

/** Short lines across a band between two polylines: the ribs of a collar, cuff or hem. */
export function ribs(inner: Point[], outer: Point[], spacing: number): string {
  const along = (line: Point[], share: number): Point => {
    const position = share * (line.length - 1)
    const index = Math.min(line.length - 2, Math.floor(position))
    const [ax, ay] = line[index] as Point
    const [bx, by] = line[index + 1] as Point
    return [ax + (bx - ax) * (position - index), ay + (by - ay) * (position - index)]
  }
  let length = 0
  for (let index = 1; index < outer.length; index++)
    length += Math.hypot(
      (outer[index] as Point)[0] - (outer[index - 1] as Point)[0],
      (outer[index] as Point)[1] - (outer[index - 1] as Point)[1],
    )
  const count = Math.max(2, Math.round(length / spacing))
  let path = ''
  for (let index = 1; index < count; index++) {
    const [x1, y1] = along(inner, index / count)
    const [x2, y2] = along(outer, index / count)
    path += `M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}`
  }
  return path
}

/** Points along a cubic, to place ribs and stitches on a curved edge. */
export function along(p0: Point, c1: Point, c2: Point, p1: Point, steps = 24): Point[] {
  return Array.from({ length: steps + 1 }, (_, index) => {
    const t = index / steps
    const u = 1 - t
    return [0, 1].map(
      (axis) =>
        u * u * u * (p0[axis] as number) +
        3 * u * u * t * (c1[axis] as number) +
        3 * u * t * t * (c2[axis] as number) +
        t * t * t * (p1[axis] as number),
    ) as Point
  })
}
