import swatches from './data/colour-swatches.json' with { type: 'json' }

const hexByName: Readonly<Record<string, string>> = swatches

function key(name: string): string {
  // Most names are spelt as in the table, and a listing asks for hundreds.
  if (Object.hasOwn(hexByName, name)) return name
  return name
    .trim()
    .toLowerCase()
    .replace(/\bgray\b/g, 'grey')
}

/** The swatch's hex colour; undefined for a colour outside the table. */
export function swatchHex(name: string): string | undefined {
  const known = key(name)
  return Object.hasOwn(hexByName, known) ? hexByName[known] : undefined
}

const slugByName = new Map(Object.keys(hexByName).map((name) => [name, name.replaceAll(' ', '-')]))

/** "light grey" → "light-grey": the class name suffix of a swatch, so that pages need no style attribute. */
export function swatchSlug(name: string): string | undefined {
  return slugByName.get(name) ?? slugByName.get(key(name))
}

/** Pale swatches need a visible border on an off-white page: relative luminance above 0.7 (WCAG 2.2 formula). */
export function isPale(hex: string): boolean {
  const channel = (from: number) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5) > 0.7
}

/** The first of the colours asked for that a product has, as the product spells it: capitals make no difference. */
export function colourAskedFor(colours: readonly string[], asked: readonly string[]): string | undefined {
  for (const one of asked) {
    const found = colours.find((colour) => colour.toLowerCase() === one.toLowerCase())
    if (found !== undefined) return found
  }
  return undefined
}

/** Which of a product's pictures show colour number `index`: k = floor(images / colours), at least 1; with too few, all. */
export function imagesOfColour<T>(images: readonly T[], colourCount: number, index: number): readonly T[] {
  if (colourCount === 0 || images.length < colourCount) return images
  const k = Math.max(1, Math.floor(images.length / colourCount))
  return images.slice(index * k, index * k + k)
}
