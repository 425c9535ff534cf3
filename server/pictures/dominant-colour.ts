const LEVELS = 16

/**
 * The dominant colour of a picture, as "#rrggbb": the mean of the fullest bin of a 16 × 16 × 16 colour histogram. The mean
 * of all pixels would be a muddy colour that is nowhere in the picture and would show as an edge around the social card.
 * `rgb` holds three bytes per pixel.
 */
export function dominantHex(rgb: Uint8Array): string {
  const boxes = new Map<number, { count: number; sums: [number, number, number] }>()
  for (let i = 0; i + 2 < rgb.length; i += 3) {
    const [r, g, b] = [rgb[i] ?? 0, rgb[i + 1] ?? 0, rgb[i + 2] ?? 0]
    const key = ((r / LEVELS) << 8) | ((g / LEVELS) << 4) | (b / LEVELS)
    const box = boxes.get(key) ?? { count: 0, sums: [0, 0, 0] }
    box.count += 1
    box.sums[0] += r
    box.sums[1] += g
    box.sums[2] += b
    boxes.set(key, box)
  }
  const fullest = [...boxes.values()].reduce((best, box) => (box.count > best.count ? box : best), {
    count: 0,
    sums: [0, 0, 0],
  })
  const channels = fullest.sums.map((sum) => Math.round(sum / Math.max(1, fullest.count)))
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}
