import { isPale, swatchHex } from '#shared/colour.ts'
import { classes } from '#ui/class-name.ts'

/**
 * A fabric colour. One without a swatch shows its first letter, and never a guess. Its size comes from the class name, its
 * name from what is around it. A swatch is an SVG for its `color` attribute: pages must not use style attributes.
 */
export function ColourDot({ color, className }: { color: string; className: string }) {
  const hex = swatchHex(color)
  const look = classes('dot', className)
  if (hex === undefined) return <span className={look} data-letter={color.trim().charAt(0)} />
  return <svg aria-hidden="true" color={hex} data-pale={isPale(hex) || undefined} className={look} />
}
