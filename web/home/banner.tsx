import { Link } from '@tanstack/react-router'
import { shop } from '#shop.config'
import { classes } from '#web/ui/class-name.ts'

/** As many letters as one line has room for. */
const LINE_MAX_CHARS = 26

/** One line from edge to edge, whose size follows the window; an owner's longer offer takes smaller letters and more lines. */
export function Banner() {
  return (
    <Link
      to="/products"
      search={{ tag: 'NewIn' }}
      className="on-accent grid min-h-11 content-center overflow-hidden border-ink border-y bg-accent text-center text-ink transition-colors hover:bg-ink hover:text-accent"
    >
      <strong
        className={classes(
          'display block py-[0.12em]',
          shop.promo.banner.length > LINE_MAX_CHARS
            ? 'px-(--spacing-gutter) text-balance break-words text-d-sm'
            : 'text-[clamp(1.75rem,8.7vw,14rem)] leading-none whitespace-nowrap',
        )}
      >
        {shop.promo.banner}
      </strong>
    </Link>
  )
}
