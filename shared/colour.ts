import swatches from './data/colour-swatches.json' with { type: 'json' }
import { CARD_PICTURES } from './limits.ts'

const HEX_OF: Readonly<Record<string, string>> = swatches

/** How the table spells a colour: most names are spelt like that, and a listing asks for hundreds. */
function knownName(name: string): string | undefined {
  if (Object.hasOwn(HEX_OF, name)) return name
  const usual = name
    .trim()
    .toLowerCase()
    .replace(/\bgray\b/g, 'grey')
  return Object.hasOwn(HEX_OF, usual) ? usual : undefined
}

/** The swatch's hex colour; undefined for a colour outside the table. */
export function swatchHex(name: string): string | undefined {
  const known = knownName(name)
  return known && HEX_OF[known]
}

/** "light grey" → "light-grey": the class name suffix of a swatch, so that pages need no style attribute. */
export const swatchSlug = (name: string) => knownName(name)?.replaceAll(' ', '-')

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

/** Which of a product's pictures its card shows: those of the first colour asked for that it has. */
export function cardPictures<T>(
  pictures: readonly T[],
  colours: readonly string[],
  asked: readonly string[] = [],
): T[] {
  const colour = colourAskedFor(colours, asked)
  const shown =
    colour === undefined ? pictures : imagesOfColour(pictures, colours.length, colours.indexOf(colour))
  return shown.slice(0, CARD_PICTURES)
}
