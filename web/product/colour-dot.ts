import { swatchSlug } from '#shared/colour.ts'

/**
 * What an element needs to be a `dot` of the stylesheet: the class of a fabric colour, or the first letter of one without a
 * swatch colour, a name and never a guess.
 */
export function colourDot(color: string) {
  const slug = swatchSlug(color)
  return {
    className: slug && `swatch-${slug}`,
    'data-letter': slug === undefined ? color.trim().charAt(0) : undefined,
  }
}
