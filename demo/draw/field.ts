/** Greyscale fields in floating point: 8 bits are too few for lighting, slopes would show banding. */
export type Field = { width: number; height: number; values: Float32Array }

export const field = (width: number, height: number): Field => ({
  width,
  height,
  values: new Float32Array(width * height),
})

function boxAcross(source: Float32Array, target: Float32Array, width: number, height: number, reach: number) {
  const share = 1 / (reach * 2 + 1)
  for (let row = 0; row < height; row++) {
    const start = row * width
    const first = source[start] as number
    const last = source[start + width - 1] as number
    let sum = first * reach
    for (let column = 0; column < reach; column++)
      sum += column < width ? (source[start + column] as number) : last
    for (let column = 0; column < width; column++) {
      sum += column + reach < width ? (source[start + column + reach] as number) : last
      target[start + column] = sum * share
      sum -= column - reach >= 0 ? (source[start + column - reach] as number) : first
    }
  }
}

function boxDown(source: Float32Array, target: Float32Array, width: number, height: number, reach: number) {
  const share = 1 / (reach * 2 + 1)
  const sums = new Float64Array(width)
  const at = (row: number, column: number) =>
    source[Math.min(height - 1, Math.max(0, row)) * width + column] as number
  for (let row = -reach - 1; row < reach; row++)
    for (let column = 0; column < width; column++) sums[column] = (sums[column] as number) + at(row, column)
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const sum = (sums[column] as number) + at(row + reach, column) - at(row - reach - 1, column)
      sums[column] = sum
      target[row * width + column] = sum * share
    }
  }
}

function shrink(source: Field, by: number): Field {
  const small = field(Math.ceil(source.width / by), Math.ceil(source.height / by))
  for (let row = 0; row < small.height; row++)
    for (let column = 0; column < small.width; column++) {
      let sum = 0
      let count = 0
      for (let y = row * by; y < Math.min(source.height, row * by + by); y++)
        for (let x = column * by; x < Math.min(source.width, column * by + by); x++) {
          sum += source.values[y * source.width + x] as number
          count++
        }
      small.values[row * small.width + column] = sum / count
    }
  return small
}

export function stretch(source: Field, width: number, height: number, by: number): Field {
  const large = field(width, height)
  for (let row = 0; row < height; row++) {
    const y = Math.min(source.height - 1.001, Math.max(0, (row + 0.5) / by - 0.5))
    const top = Math.floor(y)
    const fy = y - top
    for (let column = 0; column < width; column++) {
      const x = Math.min(source.width - 1.001, Math.max(0, (column + 0.5) / by - 0.5))
      const left = Math.floor(x)
      const fx = x - left
      const at = top * source.width + left
      const below = Math.min(at + source.width, source.values.length - 2)
      const a = source.values[at] as number
      const b = source.values[at + 1] as number
      const c = source.values[below] as number
      const d = source.values[below + 1] as number
      large.values[row * width + column] = (a + (b - a) * fx) * (1 - fy) + (c + (d - c) * fx) * fy
    }
  }
  return large
}

/**
 * Approximates a Gaussian with three box passes. Wide blurs run on a downscaled copy: nothing is lost, and it is much
 * faster.
 */
export function blur(source: Field, sigma: number): Field {
  if (sigma < 0.4) return source
  if (sigma > 20 && Math.min(source.width, source.height) > 64)
    return stretch(blur(shrink(source, 4), sigma / 4), source.width, source.height, 4)
  const { width, height } = source
  const reach = Math.max(1, Math.round(Math.sqrt((12 * sigma * sigma) / 3 + 1) / 2 - 0.5))
  const across = new Float32Array(width * height)
  const results = [new Float32Array(width * height), new Float32Array(width * height)] as const
  let current = source.values
  for (let pass = 0; pass < 3; pass++) {
    const result = results[(pass % 2) as 0 | 1]
    boxAcross(current, across, width, height, reach)
    boxDown(across, result, width, height, reach)
    current = result
  }
  return { width, height, values: current }
}
