import { swatchSlug } from '#shared/colour.ts'
import { classes } from '#web/ui/class-name.ts'

/** A fabric colour. One without a swatch colour shows its first letter instead: a name, never a guess. */
export function ColourDot({ color, className }: { color: string; className?: string }) {
  const slug = swatchSlug(color)
  return (
    <span
      aria-hidden={slug === undefined || undefined}
      className={classes(
        'dot',
        slug ? `swatch swatch-${slug}` : 'border border-line-strong text-2xs uppercase',
        className,
      )}
    >
      {slug ? null : color.trim().charAt(0)}
    </span>
  )
}
