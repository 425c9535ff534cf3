import { swatchSlug } from '#shared/colour.ts'
import { classes } from '#ui/class-name.ts'

/**
 * A fabric colour. One without a swatch shows its first letter, and never a guess. Its size comes from the class name, its
 * name from what is around it.
 */
export function ColourDot({ color, className }: { color: string; className: string }) {
  const slug = swatchSlug(color)
  return (
    <span
      className={classes('dot', slug && `swatch-${slug}`, className)}
      data-letter={slug === undefined ? color.trim().charAt(0) : undefined}
    />
  )
}
