import swatches from './data/colour-swatches.json' with { type: 'json' }
import { labelKey } from './label.ts'
import { CARD_PICTURES } from './limits.ts'

const FAMILIES: Readonly<Record<string, Readonly<Record<string, string>>>> = swatches
const HEX_OF: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(swatches))
const FAMILY_OF: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(FAMILIES).flatMap(([family, names]) => Object.keys(names).map((name) => [name, family])),
)

/** Stands before the name of a family where one is chosen instead of a colour: "all blue". */
const ALL = 'all '

/** In the order in which shoppers see them. */
export const COLOUR_FAMILIES: readonly string[] = Object.keys(FAMILIES).map((family) => ALL + family)

/** "all blue" for navy and for "midnight blue", whose last word is in the table; undefined for a colour that is foreign to it. */
export function colourFamily(name: string): string | undefined {
  const known = knownName(name) ?? knownName(name.trim().split(' ').at(-1) ?? '')
  return known && ALL + FAMILY_OF[known]
}

export const isColourFamily = (name: string) => name.startsWith(ALL)

/** "blue" of "all blue", which is also a colour of the table. */
export const familyName = (family: string) => family.slice(ALL.length)

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

/** Swatches that need a visible border on an off-white page: relative luminance above 0.7 (WCAG 2.2 formula). */
const PALE = ['#ffffff', '#f5f3ec', '#fcf6df', '#f4e6c3', '#f7ee77']

export const isPale = (hex: string) => PALE.includes(hex)

/** The first of the colours asked for that a product has, as the product spells it: capitals make no difference. */
export function colourAskedFor(colours: readonly string[], asked: readonly string[]): string | undefined {
  for (const one of asked) {
    const key = labelKey(one)
    const found = colours.find((colour) => labelKey(colour) === key || colourFamily(colour) === key)
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

/** The picture that stands for a product: the first of the chosen colour, or of all while none is chosen. */
export function firstImage(
  { images, variants }: { images: readonly string[]; variants: readonly string[] },
  color: string | null,
): string {
  const index = color === null ? -1 : variants.indexOf(color)
  const shown = index < 0 ? images : imagesOfColour(images, variants.length, index)
  return shown[0] ?? ''
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
