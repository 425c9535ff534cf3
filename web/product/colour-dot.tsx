import { swatchSlug } from '#shared/colour.ts'
import { classes } from '#web/ui/class-name.ts'

/** Of the colours drawn so far: a listing draws a dozen of them two hundred times. */
const slugs = new Map<string, string | undefined>()

function slugOf(color: string): string | undefined {
  if (!slugs.has(color)) slugs.set(color, swatchSlug(color))
  return slugs.get(color)
}

/** A fabric colour. One without a swatch colour shows its first letter instead: a name, never a guess. */
export function ColourDot({ color, className }: { color: string; className?: string }) {
  const slug = slugOf(color)
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
