import { swatchSlug } from '#shared/colour.ts'

/**
 * What an element needs to be a `dot` of the stylesheet: the class of a fabric colour, or the first letter of one without a
 * swatch colour, a name and never a guess.
 */
export function colourDot(color: string): { className: string } | { 'data-letter': string } {
  const slug = swatchSlug(color)
  return slug === undefined ? { 'data-letter': color.trim().charAt(0) } : { className: `swatch-${slug}` }
}
