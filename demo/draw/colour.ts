export type Rgb = [number, number, number]

export const parse = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb
export const hex = (rgb: Rgb) =>
  `#${rgb
    .map((part) =>
      Math.round(Math.min(255, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

export const mix = (from: string, to: string, share: number) => {
  const a = parse(from)
  const b = parse(to)
  return hex(
    [0, 1, 2].map(
      (index) => (a[index] as number) + ((b[index] as number) - (a[index] as number)) * share,
    ) as Rgb,
  )
}

export const darker = (colour: string, by: number) => mix(colour, '#000000', by)
export const lighter = (colour: string, by: number) => mix(colour, '#ffffff', by)

/** Perceived brightness, from 0 (black) to 1 (white). */
export const brightness = (colour: string) => {
  const [red, green, blue] = parse(colour)
  return (red * 0.3 + green * 0.59 + blue * 0.11) / 255
}

/** Thread one shade off the cloth: lighter on dark cloth, darker on light, so that stitching shows on both. */
export const thread = (cloth: string) =>
  brightness(cloth) < 0.35 ? lighter(cloth, 0.16) : darker(cloth, 0.16)

export const linear = (value: number) =>
  value <= 10.3 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4

const steps = Uint8ClampedArray.from({ length: 4097 }, (_, index) => {
  const value = index / 4096
  return Math.round(255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055))
})
/** Converts linear light to a screen value, with a lookup table: it is called millions of times per picture. */
export const screen = (light: number) =>
  steps[light <= 0 ? 0 : light >= 1 ? 4096 : (light * 4096 + 0.5) | 0] as number
